// npm run mutants -- --side server: makes small changes in the sources of a side, one at a time, and reports those
// that no test detects (tests/mutants). It writes the results into tests/mutants/results and docs/proof.md. npm run
// mutants -- --sample 60 --only src/grid --seed 1 --minutes 20 only reports. `--anew` records again which test runs
// which code.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../server/base/root.ts';
import { countedBy, storeResults, withMutantsSection } from '../tests/mutants/results.ts';
import { mutatedParts, sides } from '../tests/mutants/scope.ts';
import { listedSurvivors } from '../tests/mutants/survivors.ts';
import { tryMutants } from '../tests/mutants/try.ts';

const { values } = parseArgs({
  options: {
    side: { type: 'string' },
    sample: { type: 'string', default: '60' },
    only: { type: 'string' },
    seed: { type: 'string', default: 'kept' },
    minutes: { type: 'string', default: '25' },
    anew: { type: 'boolean', default: false },
  },
});
const side = sides.find((candidate) => candidate === values.side);
if (values.side !== undefined && !side) {
  console.error(`no side is called ${values.side}; there are ${sides.join(' ')}`);
  process.exit(1);
}
const git = (...args: string[]): string => spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout.trim();
const files = git('ls-files', '--cached', '--others', '--exclude-standard', ...(side ? [side] : sides))
  .split('\n')
  .filter(Boolean);
const reasons = new Set(listedSurvivors().map(({ id }) => id));

const fates = await tryMutants({
  count: Number(values.sample),
  seed: values.seed,
  time: Number(values.minutes) * 60_000,
  anew: values.anew,
  files,
  say: (line) => console.log(line),
  ...(values.only ? { only: new RegExp(values.only) } : {}),
});
const survivors = fates.filter(({ noticed }) => noticed === null).map(({ mutation }) => mutation.id);
const parts = countedBy(fates);
console.log('');
for (const { name, tried, noticed } of parts) {
  const goal = mutatedParts.find((part) => part.name === name)?.goal ?? 1;
  console.log(
    `${name}: ${noticed} of ${tried} noticed (${Math.round((noticed / tried) * 100)} %, goal ${goal * 100} %)`,
  );
}
console.log(`${fates.length - survivors.length} of ${fates.length} noticed`);
const unexplained = survivors.filter((id) => !reasons.has(id));
for (const id of survivors)
  console.log(`${reasons.has(id) ? 'known' : 'without a reason in tests/mutants/survivors.txt'}: ${id}`);
if (side && !values.only) {
  storeResults(side, {
    at: new Date().toISOString().slice(0, 10),
    commit: git('rev-parse', 'HEAD'),
    seed: values.seed,
    sample: Number(values.sample),
    parts,
    survivors,
  });
  const page = join(root, 'docs/proof.md');
  if (unexplained.length) console.log('docs/proof.md is written when each survivor has its reason');
  else writeFileSync(page, withMutantsSection(readFileSync(page, 'utf8')));
}
