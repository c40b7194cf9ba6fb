// Sounds of the board, synthesised; off by default.

const STORED = "sound";

/** @type {AudioContext | undefined} */
let speaker;

export function isSoundOn() {
  return localStorage.getItem(STORED) === "on";
}

/** @param {boolean} isOn */
export function chooseSound(isOn) {
  localStorage.setItem(STORED, isOn ? "on" : "off");
  if (isOn) click();
}

/**
 * The sound of a disc that lands.
 * @param {number} delay - milliseconds until it lands
 */
export function click(delay = 0) {
  tone("triangle", { from: 520, to: 170, volume: 0.22, seconds: 0.09 }, delay);
}

/** The sound of a bomb that explodes. */
export function boom() {
  tone("sawtooth", { from: 130, to: 32, volume: 0.3, seconds: 0.5 }, 0);
}

/**
 * A tone that falls and fades. Browsers stay silent until somebody uses the page.
 * @param {OscillatorType} type
 * @param {{ from: number, to: number, volume: number, seconds: number }} shape - in hertz
 * @param {number} delay
 */
function tone(type, { from, to, volume, seconds }, delay) {
  if (!isSoundOn() || document.hidden || !navigator.userActivation?.hasBeenActive) return;
  speaker ??= new AudioContext();
  const [start, end] = [speaker.currentTime + delay / 1000, speaker.currentTime + delay / 1000 + seconds];
  const [source, gain] = [speaker.createOscillator(), speaker.createGain()];
  source.type = type;
  source.frequency.setValueAtTime(from, start);
  source.frequency.exponentialRampToValueAtTime(to, end);
  gain.gain.setValueAtTime(volume, start);
  gain.gain.exponentialRampToValueAtTime(0.001, end);
  source.connect(gain).connect(speaker.destination);
  source.start(start);
  source.stop(end);
}
