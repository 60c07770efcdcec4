import { describe, expect, it } from 'vitest';
import { findMethodRoute, methodRoutes, methods } from '@contract/features/laboratory/methods/methodCatalogue';
import { defineMethod, type Method, routesOf } from '@contract/features/laboratory/methods/methodDefinition';

const all: readonly Method[] = methods;
const under = (prefix: string): string[] =>
  methodRoutes.filter(({ path }) => path.startsWith(`${prefix}/`)).map(({ path }) => path.slice(prefix.length + 1));

describe('laboratory methods', () => {
  it('the addresses of all laboratory method pages equal the reviewed list in methodRoutes.golden.txt', async () => {
    const lines = methodRoutes.map(({ path, kind, method, variant, part, title }) =>
      [path, kind, method, variant, part, title].join('  '),
    );
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('methodRoutes.golden.txt');
  });

  // SPEC §2, "Laboratory method pages".
  it.each([
    ['/labGas', '/lyjcLabGas'],
    ['/labRjxt', '/lyjcLabRjxt'],
    ['/labMsbsf', '/lyjcLabMsbsf'],
    ['/liquidchromatography', '/lyjcLiquidchromatography'],
    ['/ionchromatography', '/lyjcIonchromatography'],
    ['/labTest', undefined],
    ['/labFcRecord', undefined],
    ['/labZffxRecord', undefined],
    ['/labEyhgRecord', '/lyjcLabEyhgRecord'],
    ['/labWwjcRecord', undefined],
    ['/labYzxsRecord', '/lyjcLabYzxsRecord'],
    ['/labYzygRecord', '/lyjcLabYzygRecord'],
    ['/labFggdRecord', '/lyjcLabFggdRecord'],
    ['/labIcpRecord', '/lyjcLabIcpRecord'],
    ['/labDwddRecord', '/lyjcLabDwddRecord'],
  ])('laboratory methods have the address prefix %s and, for incoming samples, %s', (ordinary, incoming) => {
    expect(all.filter(({ prefix }) => prefix.ordinary === ordinary).map(({ prefix }) => prefix.incoming)).toEqual([
      incoming,
    ]);
  });

  it('the catalogue has fifteen laboratory methods with unique keys', () => {
    expect(new Set(all.map(({ key }) => key)).size).toBe(15);
  });

  it('laboratory pages for incoming samples have lyjc twice in their address, other pages never', () => {
    for (const { path, variant } of methodRoutes) {
      expect(/^\/lyjc[A-Z]\w*\/lyjc[A-Z]\w*$/.test(path), path).toBe(variant === 'incoming');
    }
  });

  it('laboratory methods have the same pages for incoming samples as for own samples', () => {
    for (const { prefix } of all.filter((method) => method.prefix.incoming)) {
      const bare = under(prefix.incoming as string).map((name) => name.slice(4, 5).toLowerCase() + name.slice(5));
      expect(bare).toEqual(under(prefix.ordinary));
    }
  });

  it('the gas chromatography pages include five previews', () => {
    expect(under('/labGas')).toEqual([
      'detail',
      'curve',
      'spike',
      'lod',
      'attachment',
      'previewThermal1',
      'previewThermal2',
      'previewSolvent',
      'previewSolution',
      'previewDirect',
    ]);
  });

  it('the spectrophotometry pages include a second curve for phosphorus trichloride', () => {
    expect(findMethodRoute('/labFggdRecord/curvePcl3')).toMatchObject({
      kind: 'curve',
      part: 'pcl3',
      method: 'spectrophotometry',
      variant: 'ordinary',
    });
    expect(findMethodRoute('/lyjcLabFggdRecord/lyjcCurvePcl3')).toMatchObject({
      kind: 'curve',
      part: 'pcl3',
      variant: 'incoming',
    });
  });

  it('the generic test method keeps the address of the specification, /labTest/pageLabTest', () => {
    expect(findMethodRoute('/labTest/pageLabTest')).toMatchObject({ kind: 'detail', method: 'genericTest' });
  });

  it('the dust method has the three pages detail, attachment and preview', () => {
    expect(under('/labFcRecord')).toEqual(['detail', 'attachment', 'preview']);
  });

  it('the address of a laboratory page carries project and record id, so two records of one project differ', () => {
    for (const { query } of methodRoutes) expect(query).toEqual(['belongProject', 'phyId']);
  });

  it('findMethodRoute returns nothing for an address without a page', () => {
    expect(findMethodRoute('/labFcRecord/curve')).toBeUndefined();
    expect(findMethodRoute('/lyjcLabFcRecord/lyjcDetail')).toBeUndefined();
  });

  it('the table of laboratory methods is unchanged by JSON serialisation', () => {
    expect(JSON.parse(JSON.stringify(methods))).toEqual(methods);
  });
});

describe('routesOf', () => {
  const smallest = defineMethod({
    key: 'titration',
    title: '滴定法',
    prefix: { ordinary: '/labDdf' },
    pages: { detail: { title: '检测数据' } },
  });

  it('routesOf returns a page only if its key exists, and the incoming variant only if its prefix exists', () => {
    expect(routesOf(smallest).map(({ path }) => path)).toEqual(['/labDdf/detail']);
  });

  it('routesOf highlights the menu 实验室 for own samples and 来样 for incoming samples', () => {
    const both = routesOf({ ...smallest, prefix: { ordinary: '/labDdf', incoming: '/lyjcLabDdf' } });
    expect(both.map(({ parent, title }) => [parent, title])).toEqual([
      ['/lab/laboratory', '滴定法检测数据'],
      ['/lab/incomingsample', '来样滴定法检测数据'],
    ]);
  });

  it('defineMethod refuses two previews with the same key', () => {
    const twice = [
      { key: 'main', title: '甲' },
      { key: 'main', title: '乙' },
    ];
    expect(() => defineMethod({ ...smallest, pages: { detail: { title: '检测数据' }, previews: twice } })).toThrow(
      'titration',
    );
  });
});
