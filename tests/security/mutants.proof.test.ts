import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { root } from '@server/base/root';
import { mutatedParts } from '../mutants/scope';
import { listedSurvivors } from '../mutants/survivors';
import { tryMutants } from '../mutants/try';
import { measured } from '../support/measured';

// The same sample while the sources stay; MUTANTS_SEED draws another one.
const seed = process.env['MUTANTS_SEED'] ?? 'kept';
const count = Number(process.env['MUTANTS_SAMPLE'] ?? 60);
/** Timeout in ms; a mutant not detected by then counts as a survivor. */
const time = 25 * 60_000;

it(`tests notice more than 50 % of ${count} small changes in the sources; the goal is 90 % in science, signing, scope and audit trail, 80 % elsewhere (AZ2)`, async () => {
  const files = spawnSync('git', ['ls-files', 'contract', 'server', 'src'], { cwd: root, encoding: 'utf8' })
    .stdout.split('\n')
    .filter(Boolean);
  const fates = await tryMutants({ count, seed, time, anew: false, files, say: (line) => console.log(line) });
  const reasons = new Map(listedSurvivors().map(({ id, reason }) => [id, reason]));
  const strict = new Set(mutatedParts.filter(({ goal }) => goal >= 0.9).map(({ name }) => name));
  const shareOf = (of: typeof fates): number =>
    of.length
      ? of.filter(({ noticed, mutation }) => noticed !== null || reasons.get(mutation.id)?.startsWith('same')).length /
        of.length
      : 1;
  const [first, second] = [fates.filter(({ part }) => strict.has(part)), fates.filter(({ part }) => !strict.has(part))];
  const survivors = fates.filter(({ noticed }) => noticed === null);
  const unexplained = survivors.filter(({ mutation }) => !reasons.has(mutation.id)).map(({ mutation }) => mutation.id);
  expect(fates.length).toBeGreaterThanOrEqual(Math.min(count, 30));
  measured(
    `${fates.length} 处改动，${fates.length - survivors.length} 处被测试发现：科学计算、签名、范围、审计 ${Math.round(shareOf(first) * 100)} %，其余 ${Math.round(shareOf(second) * 100)} %；未被发现的 ${survivors.length} 处，${survivors.length - unexplained.length} 处已说明理由（tests/mutants/survivors.txt）`,
    shareOf(first) >= 0.9 && shareOf(second) >= 0.8 && unexplained.length === 0,
  );
  // The table shows the goals; fewer than half would mean useless tests.
  expect((fates.length - survivors.length) / fates.length).toBeGreaterThan(0.5);
}, 3_600_000);
