import { describe, expect, it } from 'vitest';
import { readTable } from '@server/seed/library/readTable';
import { type Fact, factsOf as facts } from '../support/facts';

// tests/data/library holds the facts as they were read in the standards; the product's own tables repeat every value.
// tests/server/hazardLibrary.test.ts compares the database with the product's tables.

const half: Readonly<Record<string, string>> = {
  '（': '(',
  '）': ')',
  '＜': '<',
  '＞': '>',
  '，': ',',
  '：': ':',
  '°C': '℃',
};
/** The product writes brackets and signs in half width, and numbers of parts without what is known of them. */
const plain = (text: string): string =>
  text
    .replaceAll(/°C|[（）＜＞，：]/g, (found) => half[found] ?? found)
    .replaceAll(/\s/g, '')
    .replace(/\((未见发布|未发布|W300)\)$/, '')
    .replace('(截至', '(')
    .replace(/^low\(inferredfromthetitles\)$/, 'low');

/** Names differences of rows in the same order: `苯 twa: 3 ≠ 6`. */
function differences(given: readonly Fact[], held: readonly Fact[], columns: Readonly<Record<string, string>>) {
  expect(held.length).toBe(given.length);
  return given.flatMap((fact, index) =>
    Object.entries(columns).flatMap(([theirs, ours]) => {
      const [wanted, found] = [plain(fact[theirs] ?? '?'), plain(held[index]?.[ours] ?? '?')];
      return wanted === found ? [] : [`${Object.values(fact).slice(0, 4).join('/')} ${ours}: ${found} ≠ ${wanted}`];
    }),
  );
}

describe('facts of the library', () => {
  it('the library’s limits equal the independent transcript of the standard: 430 rows, 0 differences', () => {
    const [given, held] = [facts('oel_full'), readTable('limits.csv')];
    expect(given.length).toBe(430);
    expect(
      differences(given, held, {
        table: 'table',
        item_no: 'item',
        name_zh: 'name',
        name_en: 'nameEn',
        cas: 'cas',
        mac: 'mac',
        pc_twa: 'twa',
        pc_twa_resp: 'respirable',
        pc_stel: 'stel',
        unit: 'unit',
        critical_effect: 'effect',
        remark: 'marks',
        standard: 'standard',
        effective_from: 'from',
        effective_until: 'until',
        confidence: 'confidence',
      }),
    ).toEqual([]);
    // An alias is left out only where it names this or another substance already, or would be several.
    const names = new Set(held.map(({ name }) => plain(name ?? '').toLowerCase()));
    const lost = given.flatMap(({ aliases = '', name_zh = '' }, index) => {
      const own = new Set((held[index]?.['aliases'] ?? '').split(';').map(plain));
      return aliases
        .split(';')
        .filter((one) => one && !own.has(plain(one)))
        .filter((one) => !names.has(plain(one).toLowerCase()) && !one.includes('、'))
        .map((one) => `${name_zh}: ${one}`);
    });
    expect(lost).toEqual([]);
  });

  it('the library’s methods equal the independent transcript: 344 rows, 0 differences', () => {
    const columns = {
      standard_no: 'standardNo',
      title_zh: 'standardName',
      section: 'section',
      technique_zh: 'technique',
      method_kind: 'kind',
      result_route: 'route',
      technique_confidence: 'techniqueConfidence',
      medium: 'medium',
      short_flow_l_min: 'shortFlow',
      short_minutes: 'shortMinutes',
      long_flow_l_min: 'longFlow',
      long_minutes: 'longMinutes',
      blanks: 'blanks',
      storage_handling: 'handling',
      storage_condition: 'storage',
      storage_days: 'days',
      elution: 'treatment',
      lod: 'lod',
      lod_unit: 'lodUnit',
      min_conc_mg_m3: 'minConc',
      min_conc_at_volume_l: 'volume',
      effective_from: 'from',
      effective_until: 'until',
      date_confidence: 'dateConfidence',
      replaces: 'replaces',
      replaces_confidence: 'replacesConfidence',
      status: 'status',
      confidence: 'confidence',
    };
    const routes: Readonly<Record<string, string>> = { thermal: 'thermal1' };
    // 标准 names what the library keeps apart, or by the name of table 2.
    const parts: Readonly<Record<string, string>> = {
      '钒及其化合物(按V计)': '五氧化二钒烟尘;钒铁合金尘',
      '石棉(石棉含量>10%)纤维': '石棉纤维(石棉含量>10%)',
    };
    const told = (values: readonly string[], hazards: string): string =>
      [...values.map(plain), hazards.split(';').filter(Boolean).map(plain).sort().join(';')].join('|');
    const given = facts('methods_full').map((row) =>
      told(
        Object.keys(columns).map((name) =>
          name === 'result_route' ? (routes[row[name] ?? ''] ?? row[name] ?? '?') : (row[name] ?? '?'),
        ),
        (row['hazards'] ?? '')
          .split(';')
          .map((one) => parts[plain(one)] ?? one)
          .join(';'),
      ),
    );
    const held = readTable('methods.csv').map((row) =>
      told(
        Object.values(columns).map((name) => row[name] ?? '?'),
        `${row['hazards'] ?? ''};${row['others'] ?? ''}`,
      ),
    );
    expect(given.length).toBe(344);
    expect([...held].sort()).toEqual([...given].sort());
  });

  it('the library equals the transcript: 38 biological limits, 680 list entries, 291 risk classes, 114 hazards without method, 0 differences', () => {
    expect(
      [facts('bei'), facts('hazard_catalogue'), facts('industry_risk'), facts('no_method')].map((all) => all.length),
    ).toEqual([38, 680, 291, 114]);
    expect(
      differences(facts('bei'), readTable('biologicalLimits.csv'), {
        item_no: 'item',
        name_zh: 'name',
        cas: 'cas',
        medium: 'medium',
        index_zh: 'index',
        index_en: 'indexEn',
        limit: 'value',
        limit_unit: 'unit',
        creatinine_corrected: 'creatinine',
        alt_limit: 'alternative',
        alt_unit: 'alternativeUnit',
        sampling_time: 'time',
        standard: 'standard',
        mandatory: 'mandatory',
        effective_from: 'from',
        effective_until: 'until',
        confidence: 'confidence',
      }),
    ).toEqual([]);
    expect(
      differences(facts('hazard_catalogue'), readTable('catalogue.csv'), {
        list: 'source',
        class: 'class',
        number: 'number',
        code: 'code',
        name: 'name',
        cas: 'cas',
        confidence: 'confidence',
      }),
    ).toEqual([]);
    expect(
      differences(facts('industry_risk'), readTable('industryRisks.csv'), {
        sector: 'sector',
        division: 'division',
        division_name: 'divisionName',
        code: 'code',
        name_zh: 'name',
        risk_class: 'risk',
        condition: 'condition',
        document: 'document',
        issued: 'issued',
        confidence: 'confidence',
      }),
    ).toEqual([]);
    expect(
      differences(facts('no_method'), readTable('noMethods.csv'), {
        item_no: 'item',
        name_zh: 'name',
        reserved_part: 'part',
        confidence: 'confidence',
      }),
    ).toEqual([]);
  });
});
