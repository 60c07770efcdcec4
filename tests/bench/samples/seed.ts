import type { Database } from '@server/db/openDatabase';
import type { rowsOf } from '../../support/rows';

const hazards = [
  '苯',
  '甲苯',
  '二甲苯',
  '乙苯',
  '乙酸乙酯',
  '乙酸丁酯',
  '丙酮',
  '甲醇',
  '正己烷',
  '锰及其化合物',
  '铅烟',
  '铬酸盐',
  '氨',
  '硫化氢',
  '一氧化碳',
  '电焊烟尘',
  '矽尘',
  '煤尘',
  '木粉尘',
  '噪声',
] as const;
const places = [
  '喷漆',
  '打磨',
  '焊接',
  '投料',
  '包装',
  '浇注',
  '电镀',
  '酸洗',
  '印刷',
  '调漆',
  '粉碎',
  '巡检',
] as const;
const states = [
  'planned',
  'collected',
  'received',
  'testing',
  'completed',
  'completed',
  'completed',
  'completed',
  'retained',
  'voided',
] as const;

/** Samples per project. */
export const samplesOfProject = 100;

const list = (words: readonly string[]) => `array[${words.map((word) => `'${word}'`).join(',')}]`;
const pick = (words: readonly string[], number: string) => `(${list(words)})[1 + (${number})::int % ${words.length}]`;

export interface SampleGround {
  readonly organizationId: number;
  readonly people: readonly number[];
  readonly unit: number;
}

/**
 * Creates an organization with ten people who see its samples, and a unit. `name` is also the people's sign-in name,
 * numbered.
 */
export async function sampleGround(rows: ReturnType<typeof rowsOf>, name?: string): Promise<SampleGround> {
  const organizationId = await rows.organization(name === undefined ? {} : { name, code: name });
  const role = await rows.role({
    permissions: ['sample:list', 'project:list'],
    organizationId,
    ...(name === undefined ? {} : { name }),
  });
  const people: number[] = [];
  for (let person = 1; person <= 10; person += 1)
    people.push(
      await rows.user({
        organizationId,
        roles: [role],
        ...(name === undefined ? {} : { userName: `${name}${person}` }),
      }),
    );
  return { organizationId, people, unit: await rows.inspectUnit({ organizationId }) };
}

/**
 * Inserts samples of one organization by `insert … select generate_series`, a hundred per project over five years, and
 * 5 % as many of another. Neighbouring rows differ, so that indexes work as in production.
 */
export async function fillSamples(
  database: Database,
  { organizationId, people, unit }: SampleGround,
  other: SampleGround,
  count: number,
): Promise<void> {
  await database.execute(
    `insert into hazard (name, category, data_certainty, pinyin, initials)
      select name, 'chemical', 'verified', 'x' || n, 'x' || n
      from unnest(${list(hazards.map((name) => `量测用${name}`))}) with ordinality as given (name, n)`,
  );
  const person = (at: string) => `(array[${people.join(',')}])[1 + (${at})::int % ${people.length}]`;
  const one = async (owner: SampleGround, from: number, to: number): Promise<void> => {
    const made = `now() - (${count} - i) * interval '150 seconds' * (1000000.0 / ${count})`;
    await database.execute(`
      with projects as (
        insert into project (organization_id, project_name, code, belong_inspect, type, stage, create_by, update_by, pinyin, initials)
        select ${owner.organizationId}, '量测项目' || p, 'BENCH-' || ${owner.organizationId} || '-' || p, ${owner.unit}, 'periodic', 'testing', ${people[0]}, ${people[0]}, 'liang ce ' || p, 'lc' || p
        from generate_series(${from}::int, ${to - 1}::int, ${samplesOfProject}) as p
        returning id),
      numbered as (select id, row_number() over (order by id) - 1 as n from projects),
      kinds as (select array_agg(id order by id) as ids from hazard where name like '量测用%')
      insert into sample (organization_id, create_by, update_by, create_time, update_time, delete_time, pinyin, initials, project, sample_no, sample_kind, state, site_no, turn, workshop, place,
        hazard, hazard_name, mode, period, medium, planned_flow, planned_minutes, flow_before, flow_after, flow, flow_deviation, start_time, end_time, minutes, temperature, pressure, volume, standard_volume, recorded_at, late_entry)
      select ${owner.organizationId}, ${person('i')}, ${person('i * 7')}, ${made}, ${made}, case when i % 50 = 7
      then now() end, lower('B' || ${owner.organizationId} || '-' || i), lower('B' || ${owner.organizationId} || '-' || i),
        numbered.id, 'B' || ${owner.organizationId} || '-' || i, case when i % 12 = 0 then 'blank' else 'sample' end, ${pick(states, 'i::bigint * 7919 % 100003')}, lpad((i % 40 + 1)::text, 2, '0'), 1 + i % 3,
        (i::bigint * 31 % 9 + 1) || '号车间', ${pick(places, 'i::bigint * 131 % 100019')} || '岗位' || (i % 17), kinds.ids[1 + (i::bigint * 37 % 10007)::int % ${hazards.length}], ${pick(hazards, 'i::bigint * 37 % 10007')},
        (1 + i % 2)::text, (1 + i % 3)::text, '活性炭管', 0.1, 15, 0.1 + (i % 5) * 0.001, 0.1, 0.1, round((i % 50) / 10.0, 1), ${made}, ${made} + interval '15 minutes', 15, 10 + i % 25, round(100 + (i % 30) / 10.0, 1), 1.5, round(1.4 + (i % 100) / 1000.0, 3), ${made}, i % 97 = 0
      from generate_series(${from}::int, ${to - 1}::int) as i
      join numbered on numbered.n = (i - ${from}) / ${samplesOfProject} cross join kinds`);
  };
  // In parts, because a statement of a million rows holds all of them at once.
  const piece = 100_000;
  for (let from = 1; from <= count; from += piece)
    await one({ organizationId, people, unit }, from, Math.min(from + piece, count + 1));
  await one(other, count + 1, count + 1 + count / 20);
  await database.execute('vacuum analyze');
}
