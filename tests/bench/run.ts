// npm run bench [-- part …]: measures, prints, and writes bench/results.json and bench/results.md.
import { spawnSync } from 'node:child_process';
import { cpus, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Line } from './line';
import { isOver } from './line';
import { slowness } from './machine';
import { readResults, tableOf, writeResults } from './report';

const root = fileURLToPath(new URL('../..', import.meta.url));

// A part is loaded when it runs, so that one that needs Chromium or PostgreSQL does not block the others.
const parts: Readonly<Record<string, () => Promise<Line[]>>> = {
  table: async () => (await import('./tableLines')).measure(),
  pages: async () => (await import('./pages')).measure(),
  entryGrid: async () => (await import('./entryGrid/run')).measure(),
  firstLoad: async () => (await import('./firstLoad')).measure(),
  publicPages: async () => (await import('./publicPages')).measure(),
  list: async () => (await import('./list/run')).measure(),
  clients: async () => (await import('./clients/run')).measure(),
  hazardSearch: async () => (await import('./hazardSearch')).measure(),
  exporting: async () => (await import('./exporting')).measure(),
  samples: async () => (await import('./samples/run')).measure(),
  auditTrail: async () => (await import('./auditTrail')).measure(),
  recompute: async () => (await import('./recompute')).measure(),
  import: async () => (await import('./importing')).measure(),
  runFile: async () => (await import('./runFile')).measure(),
  reportPdf: async () => (await import('./reportPdf/run')).measure(),
  layouts: async () => (await import('./layouts/run')).measure(),
  backup: async () => (await import('./backup')).measure(),
  start: async () => (await import('./start')).measure(),
};

const wanted = process.argv.slice(2);
if (wanted.includes('--help') || wanted.includes('-h')) {
  console.log(
    `npm run bench [-- part …]: measures all parts or those named, and writes bench/results.json and bench/results.md.\nparts: ${Object.keys(parts).join(', ')}`,
  );
  process.exit(0);
}
const unknown = wanted.filter((name) => !(name in parts));
if (unknown.length) {
  console.error(`no such part: ${unknown.join(', ')}; there are ${Object.keys(parts).join(', ')}`);
  process.exit(1);
}

const commit =
  spawnSync('git', ['rev-parse', '--short=12', 'HEAD'], { cwd: root, encoding: 'utf8' }).stdout?.trim() ?? '';
const load = () => Math.round((loadavg()[0] ?? 0) * 10) / 10;

/** Runs one part in this process. */
async function run(name: string): Promise<void> {
  const before = load();
  console.log(`\n${name} …`);
  const slow = slowness();
  const lines = (await parts[name]?.()) ?? [];
  const result = {
    at: new Date().toISOString(),
    node: process.versions.node,
    processors: cpus().length,
    load: [before, load()] as const,
    slowness: slow,
    commit,
    lines,
  };
  console.log(tableOf({ [name]: result }));
  // Written after each part, so that a later failure loses nothing.
  const results = { ...readResults(root), [name]: result };
  writeResults(
    root,
    Object.fromEntries(Object.keys(parts).flatMap((part) => (results[part] ? [[part, results[part]]] : []))),
  );
}

const names = wanted.length ? wanted : Object.keys(parts);
const [only] = names;
let failed: readonly string[] = [];
if (only !== undefined && names.length === 1) await run(only);
// A process per part: memory left by one part slowed the next, and a child inherits its parent's size.
else
  failed = names.filter(
    (name) =>
      spawnSync(process.execPath, [...process.execArgv, fileURLToPath(import.meta.url), name], { stdio: 'inherit' })
        .status !== 0,
  );
if (names.length > 1) {
  const results = readResults(root);
  const over = names.flatMap((name) => results[name]?.lines ?? []).filter(isOver).length;
  console.log(over ? `\n${over} over their goals` : '\nall within their goals');
  if (failed.length) console.log(`failed: ${failed.join(', ')}`);
}
// An open database or browser must not keep the process running.
process.exit(failed.length ? 1 : 0);
