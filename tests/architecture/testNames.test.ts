import { describe, expect, it } from 'vitest';
import { testFiles } from '../proof/titles';

// Rule 6 of docs/writing.md: a test name is subject and behaviour.

/** Verbs that begin a name without a subject. Words that are nouns as well (moves, records) count before an article. */
const verbs =
  'is are was has does can says warns lets takes leaves fills offers opens finds reads names keeps refuses returns shows asks tells counts ' +
  'stores writes holds gives makes sends puts answers allows rejects accepts begins starts stops removes adds closes creates deletes draws ' +
  'ends expires follows goes loads locks prints prevents protects remembers requires restores survives treats uses waits works';
const subjectless = new RegExp(
  `^(?:(?:${verbs.split(' ').join('|')})\\s(?!(?:of|and)\\b)|(?:moves|records|sorts|marks)\\s(?:a|an|the|it)\\b)`,
);
/** Ids of goals that stand before the behaviour. */
const idFirst = /^[A-Z]{2,}-?\d+\b/;

const titles = testFiles().flatMap(({ file, titles: all }) => all.map((title) => ({ file, title })));

describe.each([
  ['begins with its subject, not with a verb', subjectless],
  ['gives the id of a goal behind the behaviour', idFirst],
])('test names', (rule, violation) => {
  it(`every test name ${rule}`, () => {
    expect(titles.length).toBeGreaterThan(3_000);
    expect(titles.filter(({ title }) => violation.test(title)).map(({ file, title }) => `${file}: ${title}`)).toEqual(
      [],
    );
  });
});
