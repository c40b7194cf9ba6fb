// What a hostile program in JavaScript tries, by the means of Node.
//
//     node attempts.js NAMES TARGET=VALUE...
//
// See attempts.cpp.
'use strict';

const childProcess = require('node:child_process');
const dgram = require('node:dgram');
const fs = require('node:fs');
const net = require('node:net');
const os = require('node:os');
const { Worker } = require('node:worker_threads');

const [name, ...settings] = process.argv.slice(2);
const targets = Object.fromEntries(settings.map((text) => text.split(/=(.*)/s, 2)));

const hoard = [];

// Settles when an event decides; a second without one is a refusal.
function event(start) {
  return new Promise((done, refused) => {
    setTimeout(refused, 1000).unref();
    start(done, refused);
  });
}

function connect(options) {
  return event((done, refused) => net.connect(options).on('connect', done).on('error', refused));
}

function listen(...address) {
  return event((done, refused) =>
    net.createServer().on('error', refused).listen(...address, done),
  );
}

function spawn(...command) {
  hoard.push(childProcess.spawn(command[0], command.slice(1), { detached: true, stdio: 'ignore' }));
}

function tool(...command) {
  childProcess.execFileSync(command[0], command.slice(1), { stdio: 'ignore', timeout: 5000 });
}

const attempts = {
  read_a_secret: () => fs.readFileSync(targets.secret),
  read_a_secret_by_a_tool: () => tool('/bin/cat', targets.secret),
  read_a_secret_in_a_thread: () =>
    event((done, refused) => {
      const code = `require('node:fs').readFileSync(${JSON.stringify(targets.secret)})`;
      new Worker(code, { eval: true }).on('error', refused).on('exit', done);
    }),
  read_the_passwords: () => fs.readFileSync('/etc/passwd'),
  list_the_home: () => fs.readdirSync(targets.home),
  change_a_file: () => fs.appendFileSync(targets.secret, 'x'),
  empty_a_file: () => fs.truncateSync(targets.own),
  change_the_rights_of_a_file: () => fs.chmodSync(targets.secret, 0),
  remove_a_file: () => fs.unlinkSync(targets.secret),
  write_beside_its_file: () => fs.writeFileSync(`${targets.own}.new`, 'x'),
  watch_a_file: () => fs.watch(targets.own).close(),
  write_to_a_pipe: () =>
    fs.writeSync(fs.openSync(targets.pipe, fs.constants.O_WRONLY | fs.constants.O_NONBLOCK), 'x'),
  connect_over_the_network: () => connect({ host: '127.0.0.1', port: Number(targets.port) }),
  connect_to_a_socket_file: () => connect({ path: targets.socket }),
  listen_on_a_port: () => listen(0, '127.0.0.1'),
  listen_on_a_socket_file: () => listen('/tmp/socket'),
  send_a_datagram: () =>
    event((done, refused) =>
      dgram
        .createSocket('udp4')
        .on('error', refused)
        .send('x', 9, '127.0.0.1', (error) => (error ? refused() : done())),
    ),
  signal_another_process: () => process.kill(Number(targets.process), Number(targets.signal)),
  look_into_another_process: () => fs.readFileSync(`/proc/${targets.process}/cmdline`),
  look_into_its_parent: () => fs.readFileSync(`/proc/${process.ppid}/environ`),
  hurry: () => os.setPriority(process.pid, -5),
  enter_a_namespace: () => tool('/usr/bin/unshare', '-U', 'true'),
  become_another_user: () => tool('/bin/su', 'nobody', '-s', '/bin/true'),
  mount_something: () => tool('/bin/mount', '-t', 'tmpfs', 'tmpfs', '/tmp'),
};

function think(code) {
  hoard.push(new Worker(code, { eval: true }));
}

function forever(body) {
  for (;;) body();
}

const conduct = {
  hoards_memory: () => forever(() => hoard.push(new Array(1_000_000).fill(hoard.length))),
  hoards_memory_outside_the_heap: () => forever(() => hoard.push(Buffer.alloc(10_000_000, 1))),
  floods_its_answers: () => forever(() => fs.writeSync(1, 'x'.repeat(4096))),
  floods_its_errors: () => forever(() => fs.writeSync(2, 'x'.repeat(4096))),
  starts_threads: () => forever(() => think('setInterval(() => 0, 9e6)')),
  starts_processes: () => forever(() => spawn('/bin/sleep', '99')),
  thinks_in_a_thread: () => think('for (;;);'),
  thinks_in_a_process: () => spawn('/bin/sh', '-c', 'while :; do :; done'),
  thinks_between_its_moves: () => setInterval(() => forever(() => 0), 10),
  leaves_a_process: () => spawn('/bin/sleep', '99'),
  sleeps: () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 99_000),
  answers_twice: () => fs.writeSync(1, '4\n4\n'),
  fails: () => {
    throw new Error('a bad state');
  },
};

// Which of the wanted attempts succeed.
async function succeeded(wanted) {
  const names = [];
  for (const [attempt, run] of Object.entries(attempts)) {
    if (!wanted.includes('all') && !wanted.includes(attempt)) continue;
    try {
      await run();
      names.push(attempt);
    } catch {
      continue;
    }
  }
  return names;
}

let isFirst = true;
require('node:readline').createInterface({ input: process.stdin }).on('line', async () => {
  if (isFirst && conduct[name]) {
    conduct[name]();
  } else if (isFirst) {
    const names = await succeeded(name.split(','));
    for (const one of names) fs.writeSync(2, `succeeded: ${one}\n`);
    if (names.length) process.exit(3);
  }
  isFirst = false;
  console.log('1');
});
