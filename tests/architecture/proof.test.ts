import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '@server/root';
import { describe, expect, it } from 'vitest';
import { isThere } from '../proof/evidence';
import { goals, idsIn } from '../proof/ids';
import { spec } from '../proof/spec/all';
import { testFiles } from '../proof/titles';
import { guards } from '../security/guards';

const files = testFiles();

describe('the map from the specification to its tests', () => {
  it.each(spec.map((section) => [section.title, section] as const))('names tests that exist: %s', (_title, { requirements }) => {
    expect(requirements.flatMap(([text, ...proofs]) => proofs.filter((proof) => !isThere(proof, files)).map((proof) => `${text}: ${proof}`))).toEqual([]);
  });

  it('has a test for at least 95 % of the sentences, and no sentence twice', () => {
    const all = spec.flatMap(({ number, requirements }) => requirements.map(([text, ...proofs]) => ({ key: `${number} ${text}`, proofs })));
    expect(new Set(all.map(({ key }) => key)).size).toBe(all.length);
    expect(all.filter(({ proofs }) => proofs.length > 0).length / all.length).toBeGreaterThanOrEqual(0.95);
  });
});

describe('the table of proofs', () => {
  it('knows every id that a title carries, and names none twice', () => {
    const known = goals.map(({ id }) => id);
    expect(new Set(known).size).toBe(known.length);
    expect(files.flatMap(({ file, titles }) => titles.flatMap(idsIn).filter((id) => !known.includes(id)).map((id) => `${file}: ${id}`))).toEqual([]);
  });
});

describe('the list of checks that AZ2 takes out', () => {
  it('names each as it stands in the source, once', () => {
    expect(guards.filter(({ file, text }) => readFileSync(join(root, file), 'utf8').split(text).length !== 2).map(({ what, file }) => `${file}: ${what}`)).toEqual([]);
  });
});
