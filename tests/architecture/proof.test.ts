import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '@server/base/root';
import { mutationsIn } from '../mutants/mutations';
import { mutatedParts } from '../mutants/scope';
import { listedSurvivors } from '../mutants/survivors';
import { isThere } from '../proof/evidence';
import { goals, idsIn, saysFigure } from '../proof/ids';
import { spec } from '../proof/spec/all';
import { namesIn, testFiles, testNames } from '../proof/titles';
import { placesOf } from '../security/asWritten';
import { type Guard, guards } from '../security/guards';
import { refusalsIn } from '../security/refusals/refusals';
import { listedRefusals } from '../security/refusals/table';
import { type Source, sourcesOf } from './sources';

const files = testFiles();

describe('map from the specification to its tests', () => {
  it.each(spec.map((section) => [section.title, section] as const))(
    'the map from the specification to its tests names existing tests: %s',
    (_title, { requirements }) => {
      expect(
        requirements.flatMap(([text, ...proofs]) =>
          proofs.filter((proof) => !isThere(proof, files)).map((proof) => `${text}: ${proof}`),
        ),
      ).toEqual([]);
    },
  );

  it('at least 95 % of the specification’s sentences have a test, and no sentence is listed twice', () => {
    const all = spec.flatMap(({ number, requirements }) =>
      requirements.map(([text, ...proofs]) => ({ key: `${number} ${text}`, proofs })),
    );
    expect(new Set(all.map(({ key }) => key)).size).toBe(all.length);
    expect(all.filter(({ proofs }) => proofs.length > 0).length / all.length).toBeGreaterThanOrEqual(0.95);
  });
});

describe('table of proofs', () => {
  it('the table of proofs contains every goal id used in a test name, and none twice', () => {
    const known = goals.map(({ id }) => id);
    expect(new Set(known).size).toBe(known.length);
    expect(
      files.flatMap(({ file, titles }) =>
        titles
          .flatMap(idsIn)
          .filter((id) => !known.includes(id))
          .map((id) => `${file}: ${id}`),
      ),
    ).toEqual([]);
  });

  it('each goal in the table of proofs has a test whose name contains the required figure', () => {
    const names = testNames();
    expect(
      goals.map(({ id }) => id).filter((id) => !names.some((name) => idsIn(name).includes(id) && saysFigure(name))),
    ).toEqual([]);
  });
});

/** Returns where the text of a check differs from the source without it, as offsets in its file. */
function removedBy({ text, without = '' }: Guard, source: string): readonly [number, number] {
  let [from, until] = [0, text.length];
  while (from < without.length && text[from] === without[from]) from += 1;
  while (
    until > from &&
    without.length - (text.length - until) > from &&
    text[until - 1] === without[without.length - (text.length - until) - 1]
  )
    until -= 1;
  const [place = { from: 0, until: 0 }] = placesOf(source, text);
  const found = source.slice(place.from, place.until);
  const [before, after] = [placesOf(found, text.slice(0, from))[0], placesOf(found, text.slice(until)).at(-1)];
  return [place.from + (before?.until ?? 0), place.from + (after?.from ?? found.length)];
}

const refusal = /[(,]\s*40[13]\b|\bstatus: 40[13]\b/;
const maker = /\bconst (\w+) = \([^)]*\)[^=]*=> new Refusal\(40[13]\b/;

/** Functions that create a refusal for a caller to throw: by name, and in which file. */
const makers = sourcesOf('server').flatMap(({ path, text }) =>
  text.split('\n').flatMap((line) => {
    const name = maker.exec(line)?.[1];
    return name ? [{ name, path, open: line.startsWith('export ') }] : [];
  }),
);

/** Returns a line without its comments. */
const codeIn = (line: string): string => (/^\s*(\*|\/\*|\/\/)/.test(line) ? '' : line.replace(/\s(\/\/|\/\*).*$/, ''));

/**
 * Returns lines that refuse with 401 or 403, whatever precedes on the line; not those that create the refusal for
 * others to throw.
 */
function refusingLines({ path, text }: Source): { line: string; from: number; until: number }[] {
  const called = makers
    .filter(
      (maker) =>
        maker.path === path || (maker.open && new RegExp(`import \\{[^}]*\\b${maker.name}\\b[^}]*\\} from`).test(text)),
    )
    .map(({ name }) => name);
  const calls = called.length ? new RegExp(`\\b(${called.join('|')})\\(`) : /(?!)/;
  let at = 0;
  return text.split('\n').flatMap((line) => {
    const [from, code] = [at, codeIn(line)];
    at += line.length + 1;
    return !maker.test(code) && (refusal.test(code) || calls.test(code))
      ? [{ line: line.trim(), from, until: from + line.length }]
      : [];
  });
}

describe('list of checks removed by AZ2', () => {
  it('each security check listed for the mutation test quotes text that occurs exactly once in its source file', () => {
    expect(
      guards
        .filter(({ file, text }) => placesOf(readFileSync(join(root, file), 'utf8'), text).length !== 1)
        .map(({ what, file }) => `${file}: ${what}`),
    ).toEqual([]);
  });

  it('the list of security checks for the mutation test selects existing tests by name', () => {
    // Otherwise the proof would find out after minutes that no test ran.
    expect(
      guards
        .filter(({ test, named = '' }) =>
          namesIn(readFileSync(join(root, 'tests', test), 'utf8')).every((name) => !new RegExp(named).test(name)),
        )
        .map(({ test, named }) => `${test}: ${named ?? ''}`),
    ).toEqual([]);
  });

  it('the list of security checks for the mutation test replaces a check by code whose names occur in its source file', () => {
    // Code with an unknown name would throw, and any test would notice it.
    const language = /^(?:true|false|undefined|string|void|Number|as)$/;
    const namesIn = (code: string): string[] =>
      code.replace(/'[^'\n]*'/g, "''").match(/(?<![\w.])[A-Za-z_]\w{2,}/g) ?? [];
    expect(
      guards.flatMap(({ what, file, without = '' }) => {
        const words = new Set(readFileSync(join(root, file), 'utf8').match(/\w+/g));
        return namesIn(without)
          .filter((name) => !words.has(name) && !language.test(name))
          .map((name) => `${file}: ${what}: ${name}`);
      }),
    ).toEqual([]);
  });

  it('the list of security checks for the mutation test covers every server line that refuses with 401 or 403', () => {
    const unlisted = sourcesOf('server').flatMap((source) => {
      const removed = [
        ...guards.filter(({ file }) => file === source.path).map((guard) => removedBy(guard, source.text)),
        ...refusalsIn(source.path, source.text).map(({ from, until }) => [from, until] as const),
      ];
      return refusingLines(source)
        .filter(({ from, until }) => !removed.some(([start, end]) => start < until && end > from))
        .map(({ line }) => `${source.path}: ${line}`);
    });
    expect(
      unlisted,
      'what refuses otherwise than by a statement of its own belongs in tests/security/guards.ts, with the test that notices',
    ).toEqual([]);
  });

  it('the list of refusals for the mutation test has a line for every server statement that refuses with 401, 403, 404 or 409, and no other', () => {
    const listed = listedRefusals();
    const stated = sourcesOf('server')
      .flatMap(({ path, text }) => refusalsIn(path, text))
      .map(({ id }) => id);
    const known = new Set(listed.map(({ id }) => id));
    expect(
      stated.filter((id, index) => stated.indexOf(id) !== index),
      'two refusals have one name: write a comment above the new one, `// refusal: word`',
    ).toEqual([]);
    expect(
      stated.filter((id) => !known.has(id)),
      'tests/security/refusals/refusals.txt has to name the test that notices when one of these is taken out',
    ).toEqual([]);
    expect(listed.filter(({ id }) => !stated.includes(id)).map(({ id }) => id)).toEqual([]);
    expect(known.size).toBe(listed.length);
    expect(
      [...new Set(listed.flatMap(({ test }) => test ?? []))].filter(
        (test) => !files.some(({ file }) => file === `tests/${test}`),
      ),
    ).toEqual([]);
  });
});

describe('name of a refusal', () => {
  const idsOf = (...lines: string[]) => refusalsIn('server/http/x.ts', lines.join('\n')).map(({ id }) => id);
  const own = ['function open() {', '  if (a) throw notFound(texts.gone);', '}'];

  it('the name of a refusal is its file, its function or route, and its sentence, code or kind', () => {
    expect(
      idsOf(
        ...own,
        "const moves = { hand: { before() { throw conflict(`${no} is open`, 'open'); } } };",
        "route({ method: 'POST', path: `${x.path}/run`, async handle() { throw forbidden(); } });",
        "export const made = () => { throw new Refusal(409, 'stale', failures.stale); };",
        'function faulty() { throw badRequest(); }',
      ),
    ).toEqual([
      'server/http/x.ts  open  texts.gone',
      'server/http/x.ts  moves.hand.before  open',
      'server/http/x.ts  POST ${x.path}/run  forbidden',
      'server/http/x.ts  made  stale',
    ]);
  });

  it('the name of a refusal stays the same when another refusal is added before it or in the same function', () => {
    const [id = ''] = idsOf(...own);
    expect(idsOf('function shut() {', '  throw notFound(texts.gone);', '}', ...own)).toContain(id);
    expect(idsOf(own[0] ?? '', '  if (b) throw notFound(texts.shut(no));', ...own.slice(1))).toContain(id);
    expect(idsOf(...own.slice(0, 2), '  // refusal: again', ...own.slice(1))).toEqual([id, `${id}  again`]);
  });
});

describe('list of undetected mutants', () => {
  it('the list of undetected mutants quotes each mutant as in the source, with a reason', () => {
    const listed = listedSurvivors();
    const paths = [...new Set(listed.map(({ id }) => id.split('  ')[0] ?? ''))];
    const there = new Set(
      paths.flatMap((path) => mutationsIn(path, readFileSync(join(root, path), 'utf8')).map(({ id }) => id)),
    );
    expect(
      listed.filter(({ id }) => !there.has(id)).map(({ id }) => id),
      'tests/mutants/survivors.txt',
    ).toEqual([]);
  });
});

describe('mutation tester', () => {
  it('the mutation test mutates only parts of the sources that exist', () => {
    const paths = sourcesOf('contract', 'server', 'src').map(({ path }) => path);
    const starts = mutatedParts.flatMap((part) => part.paths);
    expect(starts.filter((start) => !paths.some((path) => path.startsWith(start)))).toEqual([]);
  });
});
