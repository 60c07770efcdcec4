import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '@server/base/root';
import { isThere } from '../proof/evidence';
import { sentencesPage, shownSentences } from '../proof/sentences';
import { openSentences } from '../proof/spec/sentences';
import { testFiles } from '../proof/titles';

const files = testFiles();
const all = shownSentences();

describe('the sentences of the specification', () => {
  it('the specification’s sentences number 338, and each names existing code that meets it', () => {
    expect(all).toHaveLength(338);
    expect(all.filter(({ metBy }) => !existsSync(join(root, metBy))).map(({ metBy }) => metBy)).toEqual([]);
  });

  it('the specification’s sentences have existing tests, unless they are marked as open', () => {
    expect(all.filter(({ tests, open }) => !open && !tests.length).map(({ sentence }) => sentence)).toEqual([]);
    expect(
      all.flatMap(({ sentence, tests }) =>
        tests.filter((test) => !isThere(test, files)).map((test) => `${sentence}: ${test}`),
      ),
    ).toEqual([]);
  });

  it('the specification’s open sentences have a written reason', () => {
    expect(all.filter(({ open }) => open).map(({ number }) => number)).toEqual(Object.keys(openSentences).map(Number));
  });

  it('the specification’s sentences are listed in docs/spec/sentences.md', async () => {
    await expect(sentencesPage()).toMatchFileSnapshot(join(root, 'docs/spec/sentences.md'));
  });
});
