import { spec } from './spec/all';
import { openSentences, sentences } from './spec/sentences';

/** A sentence of the specification with what meets it and the tests that show it. */
export interface Shown {
  readonly number: number;
  readonly section: number;
  readonly sentence: string;
  readonly metBy: string;
  readonly tests: readonly string[];
  /** Why it is not met to the letter. */
  readonly open?: string;
}

/** Returns all sentences in their order, each with the tests of its requirement and its own. */
export function shownSentences(): Shown[] {
  return sentences.map(([section, sentence, metBy, requirement, own], index) => {
    const found = spec.find((one) => one.number === section)?.requirements[requirement];
    const why = openSentences[index + 1];
    const tests = [...(own ? [own] : []), ...(found ?? []).slice(1)];
    return { number: index + 1, section, sentence, metBy, tests, ...(why ? { open: why } : {}) };
  });
}

const cell = (text: string): string => text.replaceAll('|', '\\|');
/** Two say enough for a table. */
const few = (tests: readonly string[]): string => tests.slice(0, 2).join('; ');

/** Returns the page `docs/spec/sentences.md`. */
export function sentencesPage(): string {
  const all = shownSentences();
  const open = all.filter((one) => one.open);
  const rows = all.map(
    ({ number, section, sentence, metBy, tests, open: why }) =>
      `| ${number} | ${section} | ${cell(sentence)} | ${why ? `open: ${cell(why)}` : `\`${metBy}\``} | ${cell(few(tests))} |`,
  );
  return [
    '# The specification, sentence by sentence',
    '',
    `${all.length} sentences, ${open.length} of them not met to the letter. \`tests/proof/spec/sentences.ts\` is where a row is changed;`,
    '`npx vitest run --project contract tests/architecture/sentences.test.ts -u` writes this page.',
    '',
    '| no | § | sentence | met by | test |',
    '|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}
