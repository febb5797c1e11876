// The first step of `npm start` and `npm test`, in plain JavaScript for the Node.js of the machine (20 or later). It checks
// Java, installs missing or outdated packages, and runs the script with Node.js 24.
// node scripts/bootstrap.mjs <script> [arguments]
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync, utimesSync } from 'node:fs';
import { constants } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const OLDEST_NODE = 20;
const OLDEST_JAVA = 17;
const root = fileURLToPath(new URL('..', import.meta.url));
const inRoot = (...parts) => path.join(root, ...parts);

function fail(sentence) {
  console.error(`\n${sentence}\n`);
  process.exit(1);
}

const major = (version) => Number(version.split('.')[0]);

function requireNode() {
  if (major(process.versions.node) < OLDEST_NODE)
    fail(`Node.js ${OLDEST_NODE} or later is required. This is ${process.version}. See https://nodejs.org`);
}

/** DynamoDB Local runs on it. Java 8 and earlier say "1.8.0_292", later ones "17.0.15". */
function requireJava() {
  const { stdout = '', stderr = '' } = spawnSync('java', ['-version'], { encoding: 'utf8' });
  const [, first, second] = /version "(\d+)(?:\.(\d+))?/.exec(stderr + stdout) ?? [];
  const found = first === '1' ? Number(second) : Number(first);
  if (found >= OLDEST_JAVA) return;
  const what = first === undefined ? 'the command "java" does not answer' : `this machine has Java ${found}`;
  fail(
    `Java ${OLDEST_JAVA} or later is needed, for DynamoDB Local: ${what}.\n` +
      'Install a JRE (Debian: apt-get install openjdk-17-jre-headless; macOS: brew install openjdk) and try again.',
  );
}

const lockFile = inRoot('package-lock.json');
/** npm stores here what it has installed. */
const installedFile = inRoot('node_modules', '.package-lock.json');

function isInstalled() {
  if (!existsSync(installedFile)) return false;
  if (statSync(installedFile).mtimeMs >= statSync(lockFile).mtimeMs) return true;
  // A lock file that git has just written is newer but can have the same content.
  const [wanted, installed] = [lockFile, installedFile].map((file) => JSON.parse(readFileSync(file, 'utf8')).packages);
  const same = Object.entries(wanted).every(
    ([place, { version, optional }]) =>
      place === '' || (installed[place] ? installed[place].version === version : optional),
  );
  if (same) utimesSync(installedFile, new Date(), new Date());
  return same;
}

function install() {
  if (isInstalled()) return;
  console.log('Installing packages. This takes a minute or two the first time.');
  const npm = process.env.npm_execpath;
  const [command, first] = npm ? [process.execPath, [npm]] : ['npm', []];
  const { status, error } = spawnSync(
    command,
    [...first, 'ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'],
    {
      cwd: root,
      stdio: 'inherit',
      shell: !npm && process.platform === 'win32',
    },
  );
  if (error || status !== 0) fail(`The packages could not be installed${error ? `: ${error.message}` : ''}.`);
}

/** Node.js 24 is installed as a package. A machine that has it already does not need the package. */
function nodeOfPackage() {
  const node = inRoot('node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (existsSync(node)) return node;
  if (major(process.versions.node) >= 24) return process.execPath;
  return fail(
    'Node.js 24 is not among the installed packages: run "npm rebuild node", or install Node.js 24 yourself.',
  );
}

/**
 * Runs the script to its end and forwards every signal once. On a terminal, Ctrl-C reaches both processes without that.
 * A script without its bootstrap ends too (scripts/end-with-parent.mjs).
 */
function run(node, script, args) {
  const bin = [path.dirname(node), inRoot('node_modules', '.bin')].join(path.delimiter);
  const child = spawn(node, ['--import', './scripts/end-with-parent.mjs', script, ...args], {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, PATH: `${bin}${path.delimiter}${process.env.PATH ?? ''}` },
  });
  const passedOn = new Set();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => {
      if (passedOn.has(signal) || (signal === 'SIGINT' && process.stdin.isTTY)) return;
      passedOn.add(signal);
      setTimeout(() => passedOn.delete(signal), 500).unref();
      child.kill(signal);
    });
  if (process.env.npm_lifecycle_event) endWithNpm(child);
  child.once('error', (error) => fail(error.message));
  child.once('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
}

/** The end of npm must end the script too, but the shell between them forwards nothing. */
function endWithNpm(child) {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) child.kill('SIGTERM');
  }, 500).unref();
}

const [script, ...args] = process.argv.slice(2);
if (!script) fail('Usage: node scripts/bootstrap.mjs <script> [arguments]');
requireNode();
requireJava();
install();
run(nodeOfPackage(), script, args);
