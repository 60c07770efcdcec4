import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { yieldToEventLoop } from '@server/base/yieldToEventLoop';
import {
  answerInPieces,
  decodeInPieces,
  faultInPieces,
  parseBodyInPieces,
  parseInPieces,
} from '@server/http/jsonInPieces';
import { faultOf } from '@server/http/plainJson';

const parsed = (read: () => unknown): unknown => {
  try {
    return { value: read() };
  } catch (error) {
    return error instanceof SyntaxError ? 'refused' : error;
  }
};

describe('large body (SEC-3)', () => {
  const dictionary = fc.dictionary(
    fc.oneof(fc.string({ maxLength: 4 }), fc.constantFrom('rows', 'removed', '1', '__proto__', '"', '\\')),
    fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.array(fc.jsonValue({ maxDepth: 2 }), { maxLength: 6 })),
    { maxKeys: 5 },
  );
  const object = fc.oneof(dictionary, fc.array(fc.oneof(dictionary, fc.jsonValue({ maxDepth: 2 })), { maxLength: 5 }));

  it('a large JSON body is parsed in pieces with the result of JSON.parse, and refused where JSON.parse fails', async () => {
    await fc.assert(
      fc.asyncProperty(
        object,
        fc.integer({ min: 0, max: 4 }),
        fc.nat(),
        fc.constantFrom('', ',', ']', '}', '"', '[', '{', '\\', 'x', ':'),
        async (value, spaces, at, slip) => {
          const whole = JSON.stringify(value, null, spaces);
          const place = at % (whole.length + 1);
          for (const text of [whole, whole.slice(0, place) + slip + whole.slice(place), whole.slice(0, place)]) {
            const slowly = await parseInPieces(text).then(
              (read) => ({ value: read }),
              (error: unknown) => (error instanceof SyntaxError ? 'refused' : error),
            );
            expect(slowly, text).toEqual(parsed(() => JSON.parse(text) as unknown));
          }
        },
      ),
      { numRuns: 400, seed: 3 },
    );
  });

  it('a large JSON body is split between two values, and a missing value at the split is detected', async () => {
    const row = { line: 1, cells: { 单位名称: '杭州"滨盛\\微电子，[有限]公司{}' }, long: 'x'.repeat(3000) };
    const rows = Array.from({ length: 500 }, (_, index) => ({ ...row, line: index }));
    const text = JSON.stringify({ mode: 'add', rows, fixed: {}, removed: [] });
    expect(await parseInPieces(text)).toEqual(JSON.parse(text));
    for (const broken of [
      text.replace('"line":250', '"line":250,'),
      text.replace(',{"line":250', ',,{"line":250'),
      `${text.slice(0, -40)}`,
      text.replace('],"fixed"', ',],"fixed"'),
      text.replace('"rows":[', '"rows":[,'),
    ])
      await expect(parseInPieces(broken)).rejects.toThrow(SyntaxError);
  });

  it('a large JSON body that would need gigabytes is refused first: millions of values, or lists nested too deep to be split', async () => {
    const many = '0,'.repeat(1_500_000);
    for (const text of [
      `{"rows":[${many}0]}`,
      `{"fixed":{"a":[${many}0]}}`,
      `[${many}0]`,
      `{"rows":[[${many}0]]}`,
      `{"rows":[],"rows":[${many}0]}`,
    ])
      await expect(parseInPieces(text), text.slice(0, 20)).rejects.toThrow(SyntaxError);
  });

  it('a large JSON body is refused before parsing if it has too many names, lists and objects', async () => {
    const names = Array.from({ length: 30_000 }, (_, index) => `"a${index}":0`).join();
    const opened = '[],'.repeat(1_100_000);
    for (const text of [
      `{${names}}`,
      `[{${names}}]`,
      `{"rows":[{${names}}]}`,
      `{"rows":[[${opened.slice(0, 100_000)}0]]}`,
      `{"rows":[${`[${'[],'.repeat(6_000)}0],`.repeat(200)}0]}`,
      `{"rows":[0],"fixed":{"a":{${names}}}}`,
    ])
      await expect(parseInPieces(text), text.slice(0, 30)).rejects.toThrow(/than anybody sends/);
    expect(await parseInPieces(`[${'7,'.repeat(100_000)}7]`)).toHaveLength(100_001);
    await expect(parseInPieces('[1],"b":[2]')).rejects.toThrow(SyntaxError);
    await expect(parseInPieces('\u00a0[1]')).rejects.toThrow(SyntaxError);
  });

  it('a large JSON body is decoded in pieces, even if one ends inside a character, and refused if it is not UTF-8', async () => {
    const text = `a${'职业卫生😀'.repeat(60_000)}`;
    expect(await decodeInPieces(new TextEncoder().encode(text))).toBe(text);
    await expect(decodeInPieces(new TextEncoder().encode(text).subarray(0, -1))).rejects.toThrow(TypeError);
  });

  it('a large JSON body checked in pieces has the same errors at the same places as checked whole', async () => {
    const schema = z.object({
      mode: z.enum(['add', 'update']).default('add'),
      rows: z
        .array(z.object({ line: z.int().positive(), cells: z.record(z.string(), z.string().max(5)) }))
        .min(1, '没有数据')
        .max(600, '太多'),
    });
    const row = (line: number) => ({ line, cells: { 名称: '甲', more: '乙' }, extra: 1 });
    const many = (count: number) => Array.from({ length: count }, (_, index) => row(index + 1));
    const bodies: unknown[] = [
      { rows: many(500) },
      { mode: 'update', rows: many(500) },
      { mode: 'x', rows: many(500) },
      { rows: many(601) },
      { rows: many(500).map((one) => (one.line === 300 ? { ...one, line: -1, cells: { 名称: 'abcdef' } } : one)) },
      { rows: [] },
      { rows: 'x' },
      {},
      [],
      null,
      'x',
      { rows: [...many(250), null, 'x'] },
    ];
    for (const body of bodies) {
      const [slowly, once] = [await parseBodyInPieces(schema, body), schema.safeParse(body)];
      expect(slowly.success).toBe(once.success);
      expect(slowly.data).toEqual(once.data);
      if (!(typeof body === 'object' && body && 'mode' in body && body.mode === 'x'))
        expect(slowly.error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual(
          once.error?.issues.map(({ path, message }) => [path.join('.'), message]),
        );
    }
    const strange = { rows: [...many(250), { cells: { a: 'b\0' } }, ...many(10)] };
    expect(await faultInPieces(strange)).toEqual(faultOf(strange));
    expect(await faultInPieces({ rows: many(300), note: 'x\0' })).toEqual(faultOf({ rows: many(300), note: 'x\0' }));
    expect(await faultInPieces({ rows: many(300) })).toBeUndefined();
  });

  it('a large answer is written in pieces equal to JSON.stringify', async () => {
    const list = Array.from({ length: 4000 }, (_, index) => ({ at: index, text: '行'.repeat(40), none: undefined }));
    for (const [head, rows] of [
      [{ total: 1, name: '"x"' }, list],
      [{}, list],
      [{}, []],
      [{ a: null }, [null, 1, 'x']],
    ] as const) {
      const answer = answerInPieces(head, 'rows', rows);
      expect(await answer.text()).toBe(JSON.stringify({ ...head, rows }));
    }
  });
});

it('long work in steps pauses between them, so that other requests are answered (SEC-3)', async () => {
  let turns = 0;
  let over = false;
  const others = (async () => {
    while (!over) {
      turns += 1;
      await nextTurn();
    }
  })();
  const until = performance.now() + 300;
  while (performance.now() < until) {
    const piece = performance.now() + 2;
    while (performance.now() < piece);
    await yieldToEventLoop();
  }
  over = true;
  await others;
  expect(turns).toBeGreaterThan(5);
});
