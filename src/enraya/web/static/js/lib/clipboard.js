// Copying and saving; browsers allow copying over https and from this machine only.

/**
 * Copies a text; returns whether that worked.
 * @param {string} text
 */
export async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Copies a picture; returns whether that worked.
 * @param {Promise<Blob>} picture - a PNG
 */
export async function copiedPicture(picture) {
  try {
    await navigator.clipboard.write([new ClipboardItem({ "image/png": picture })]);
    return true;
  } catch {
    return false;
  }
}

/**
 * Saves something as a file, like a download.
 * @param {Blob} content
 * @param {string} name
 */
export function save(content, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href));
}
