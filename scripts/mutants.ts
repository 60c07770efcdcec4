// npm run mutants -- --sample 60 --only src/grid --seed 1 --minutes 20 --anew: makes small changes in the sources, one
// at a time, and reports those that no test notices (tests/mutants). `--anew` records again which test reaches which
// code.
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { root } from '../server/base/root.ts';
import { mutatedParts } from '../tests/mutants/scope.ts';
import { listedSurvivors } from '../tests/mutants/survivors.ts';
import { tryMutants } from '../tests/mutants/try.ts';

const { values } = parseArgs({
  options: {
    sample: { type: 'string', default: '60' },
    only: { type: 'string' },
    seed: { type: 'string', default: 'kept' },
    minutes: { type: 'string', default: '25' },
    anew: { type: 'boolean', default: false },
  },
});
const files = spawnSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', 'contract', 'server', 'src'],
  { cwd: root, encoding: 'utf8' },
)
  .stdout.split('\n')
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
const survivors = fates.filter(({ noticed }) => noticed === null);
console.log('');
for (const { name, goal } of mutatedParts) {
  const of = fates.filter(({ part }) => part === name);
  const killed = of.filter(({ noticed }) => noticed !== null).length;
  if (of.length)
    console.log(
      `${name}: ${killed} of ${of.length} noticed (${Math.round((killed / of.length) * 100)} %, goal ${goal * 100} %)`,
    );
}
console.log(`${fates.length - survivors.length} of ${fates.length} noticed`);
for (const { mutation } of survivors)
  console.log(
    `${reasons.has(mutation.id) ? 'known' : 'without a reason in tests/mutants/survivors.txt'}: ${mutation.id}`,
  );
