import { describe, expect, it } from 'vitest';
import { readHazardLibrary } from '@server/seed/library/libraryHazards';
import { libraryItems, libraryMethods } from '@server/seed/library/libraryMethods';
import { readTable } from '@server/seed/library/readTable';

// The product's own data: facts of the standards, written as data files.

const library = readHazardLibrary();
const plain = (name: string): string => name.replaceAll(/\s+/g, '').toLowerCase();

/** Returns whether the last digit of a CAS number follows from the others. */
function isCas(cas: string): boolean {
  const digits = cas.replaceAll('-', '');
  const sum = digits
    .slice(0, -1)
    .split('')
    .reverse()
    .reduce((total, digit, at) => total + Number(digit) * (at + 1), 0);
  return /^\d{2,7}-\d{2}-\d$/.test(cas) && sum % 10 === Number(digits.at(-1));
}

describe('data of the library', () => {
  it('the built-in library contains only CAS numbers with a correct check digit', () => {
    expect([isCas('71-43-2'), isCas('71-43-3')]).toEqual([true, false]);
    const numbers = ['limits.csv', 'biologicalLimits.csv', 'catalogue.csv']
      .flatMap((file) => readTable(file).flatMap((row) => (row['cas'] ?? '').split(';')))
      .filter(Boolean);
    expect(numbers.length).toBeGreaterThan(800);
    expect(numbers.filter((cas) => !isCas(cas))).toEqual([]);
  });

  it('no alias in the built-in library belongs to two hazards', () => {
    const meanings = new Map<string, Set<string>>();
    for (const hazard of library.hazards)
      for (const name of [hazard.name, ...String(hazard['synonyms'] ?? '').split('、')])
        if (name) meanings.set(plain(name), (meanings.get(plain(name)) ?? new Set()).add(hazard.name));
    expect([...meanings].filter(([, names]) => names.size > 1)).toEqual([]);
  });

  it('the built-in library keeps the product’s 31 earlier hazard names as aliases', () => {
    const renamed = library.hazards.filter(({ key, name }) => key !== undefined && key !== name);
    expect(renamed.length).toBe(31);
    for (const { key, name, synonyms } of renamed)
      expect([
        name,
        String(synonyms)
          .split('、')
          .includes(key ?? ''),
      ]).toEqual([name, true]);
    expect(library.hazards.find(({ key }) => key === '铅尘(按Pb计)')?.name).toBe('铅尘');
  });

  it.each([
    ['环氧乙烷', 'G1,皮'],
    ['环氧丙烷', 'G2B'],
    ['三氯乙烯', 'G1,敏'],
    ['甲苯-2,4-二异氰酸酯(TDI)', '敏'],
    ['汞-有机汞化合物(按Hg计)', '皮,G2B(甲基汞)'],
    ['沸石粉尘', 'G1'],
    ['木粉尘(硬)', 'G1,敏'],
    ['砷化氢(胂)', null],
  ])(
    'the built-in library gives %s the hazard marks of the standard, such as G1 (carcinogen) or 敏 (sensitiser)',
    (name, marks) => {
      expect(library.hazards.find((hazard) => hazard.name === name)?.['marks']).toBe(marks);
    },
  );

  it('the built-in library contains no hazard, limit version or method twice', () => {
    const repeated = (keys: readonly string[]) => keys.filter((key, index) => keys.indexOf(key) !== index);
    expect(repeated(library.hazards.map(({ name }) => name))).toEqual([]);
    expect(
      repeated(
        library.limits.map((limit) => [limit.hazard, limit.kind, limit.condition ?? '', limit.effectiveFrom].join('/')),
      ),
    ).toEqual([]);
    expect(repeated(libraryMethods().map(({ title }) => title))).toEqual([]);
    expect(repeated(libraryItems(library).map(({ method, hazard }) => `${method}/${hazard}`))).toEqual([]);
  });

  it('the built-in library gives a reason for every hazard of table 1 that has no method', () => {
    const covered = new Set(libraryItems(library).map(({ hazard }) => hazard));
    const current = new Set(library.limits.flatMap((limit) => (limit.effectiveUntil ? [] : [limit.hazard])));
    const silent = library.hazards.filter(
      (hazard) =>
        current.has(hazard.key ?? hazard.name) &&
        String(hazard['itemNo'] ?? '').startsWith('表1') &&
        !covered.has(hazard.key ?? hazard.name) &&
        !hazard['noMethod'],
    );
    expect(silent.map(({ name }) => name)).toEqual([]);
  });

  it('the built-in library says of every hazard without a method, listed in table 1 or not, why it is not tested', () => {
    const byName = new Map(library.hazards.map((hazard) => [hazard.name, hazard]));
    const silent = readTable('noMethods.csv').filter((row) => !byName.get(row['name'] ?? '')?.['noMethod']);
    expect(silent.map((row) => row['name'])).toEqual([]);
    expect(byName.get('硝酸')).toMatchObject({ noLimit: true, noMethod: '表1未列，无检测方法' });
  });

  it('every selectable method of the built-in library has a standard number, and unpublished methods are not selectable', () => {
    const methods = libraryMethods();
    expect(methods.filter((method) => method['status'] === '1' && method['standardNo'] === '').length).toBe(0);
    expect(
      methods.filter((method) => /未发布|预留/.test(String(method['standardStatus'])) && method['status'] !== '0'),
    ).toEqual([]);
  });
});
