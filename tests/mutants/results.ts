import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../../server/base/root.ts';
import { mutatedParts, partOf, type Side, sides } from './scope.ts';
import { listedSurvivors } from './survivors.ts';
import type { Fate } from './try.ts';

/** Results of the kept sample of a side, in `results/<side>.json`. */
export interface MutantResults {
  /** Day, UTC. */
  readonly at: string;
  /** Commit of the sources that were changed. */
  readonly commit: string;
  /** How the sample was drawn. */
  readonly seed: string;
  readonly sample: number;
  readonly parts: readonly { readonly name: string; readonly tried: number; readonly noticed: number }[];
  /** Ids of the mutations that no test noticed. */
  readonly survivors: readonly string[];
}

const placeOf = (side: Side): string => join(root, `tests/mutants/results/${side}.json`);

/** Returns the results of the sides that were measured. */
export const storedResults = (): ReadonlyMap<Side, MutantResults> =>
  new Map(
    sides.flatMap((side) =>
      existsSync(placeOf(side)) ? [[side, JSON.parse(readFileSync(placeOf(side), 'utf8')) as MutantResults]] : [],
    ),
  );

export function storeResults(side: Side, results: MutantResults): void {
  mkdirSync(dirname(placeOf(side)), { recursive: true });
  writeFileSync(placeOf(side), `${JSON.stringify(results, null, 2)}\n`);
}

/** Counts the mutants of a run by part. */
export const countedBy = (fates: readonly Fate[]): MutantResults['parts'] =>
  mutatedParts.flatMap(({ name }) => {
    const of = fates.filter(({ part }) => part === name);
    return of.length ? [{ name, tried: of.length, noticed: of.filter(({ noticed }) => noticed !== null).length }] : [];
  });

const heading = '## Small changes that tests notice';

/** Formats the stored results as the last section of docs/proof.md. @throws if a survivor has no reason */
export function mutantsSection(results = storedResults(), listed = listedSurvivors()): string {
  const reasons = new Map(listed.map(({ id, reason }) => [id, reason]));
  const rows: string[] = [];
  const survivors: string[] = [];
  const runs: string[] = [];
  const absent = sides.filter((side) => !results.has(side));
  for (const [side, { at, commit, seed, sample, parts, survivors: left }] of results) {
    runs.push(`\`${side}\` ${at} (${commit.slice(0, 12)}, \`--side ${side} --sample ${sample} --seed ${seed}\`)`);
    const equal = (id: string): boolean => reasons.get(id)?.startsWith('same') ?? false;
    for (const { name, tried, noticed } of parts) {
      const part = mutatedParts.find((mutatedPart) => mutatedPart.name === name);
      const same = left.filter((id) => equal(id) && partOf(id.split('  ')[0] ?? '') === part).length;
      const share = tried > same ? noticed / (tried - same) : 1;
      const goal = part?.goal ?? 1;
      rows.push(
        `| ${name} | ${side} | ${noticed} | ${tried} | ${same} | ${Math.round(share * 100)} % | ${goal * 100} % | ${share >= goal ? 'ok' : '**missed**'} |`,
      );
    }
    for (const id of left) {
      const reason = reasons.get(id);
      if (!reason) throw new Error(`tests/mutants/survivors.txt gives no reason for ${id}`);
      survivors.push(`- \`${id.replaceAll('`', "'")}\`: ${reason}`);
    }
  }
  return [
    heading,
    '',
    `Written by \`npm run mutants -- --side server\` and \`npm run proof -- --into-page\` from tests/mutants/results: ${runs.join('; ')}${absent.length ? ` (not yet: ${absent.join(', ')})` : ''}. “Equal” are survivors that change nothing that anybody could tell; the share is of the others.`,
    '',
    '| part | side | noticed | of | equal | share | goal | |',
    '|---|---|---|---|---|---|---|---|',
    ...rows,
    ...(survivors.length ? ['', 'Not noticed:', '', ...survivors] : []),
    '',
  ].join('\n');
}

/** Replaces the section of the mutants in the page, or adds it at the end; the page as it is without any results. */
export function withMutantsSection(page: string, results = storedResults()): string {
  if (!results.size) return page;
  const section = mutantsSection(results);
  const at = page.indexOf(heading);
  const next = at < 0 ? -1 : page.indexOf('\n## ', at + heading.length);
  const before = at < 0 ? `${page.trimEnd()}\n\n` : page.slice(0, at);
  return `${before}${section}${next < 0 ? '' : page.slice(next)}`;
}
