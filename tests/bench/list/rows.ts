import type { Database } from '@server/db/openDatabase';

/** Rows of the bench's organization that are not deleted. */
export const rowCount = 100_000;

// Parts of names with pinyin: the columns for sorting and searching are filled as the server does.
const cities = [
  ['杭州', 'hang zhou'],
  ['宁波', 'ning bo'],
  ['温州', 'wen zhou'],
  ['嘉兴', 'jia xing'],
  ['湖州', 'hu zhou'],
  ['绍兴', 'shao xing'],
  ['金华', 'jin hua'],
  ['衢州', 'qu zhou'],
  ['台州', 'tai zhou'],
  ['丽水', 'li shui'],
] as const;
const signs = [
  ['泰', 'tai'],
  ['隆', 'long'],
  ['鑫', 'xin'],
  ['达', 'da'],
  ['宏', 'hong'],
  ['盛', 'sheng'],
  ['华', 'hua'],
  ['康', 'kang'],
  ['瑞', 'rui'],
  ['丰', 'feng'],
  ['安', 'an'],
  ['恒', 'heng'],
  ['通', 'tong'],
  ['远', 'yuan'],
  ['永', 'yong'],
  ['亿', 'yi'],
  ['博', 'bo'],
  ['诚', 'cheng'],
  ['嘉', 'jia'],
  ['立', 'li'],
  ['明', 'ming'],
  ['新', 'xin'],
  ['东', 'dong'],
  ['海', 'hai'],
  ['中', 'zhong'],
  ['科', 'ke'],
  ['力', 'li'],
  ['源', 'yuan'],
  ['兴', 'xing'],
  ['旺', 'wang'],
  ['顺', 'shun'],
  ['金', 'jin'],
] as const;
const trades = [
  ['机械', 'ji xie'],
  ['化工', 'hua gong'],
  ['电子', 'dian zi'],
  ['家具', 'jia ju'],
  ['纺织', 'fang zhi'],
  ['塑料', 'su liao'],
  ['铸造', 'zhu zao'],
  ['印刷', 'yin shua'],
  ['五金', 'wu jin'],
  ['制药', 'zhi yao'],
  ['建材', 'jian cai'],
  ['橡胶', 'xiang jiao'],
] as const;

/** Twelve industries, each a twelfth of the rows. */
export const industries = ['C13', 'C17', 'C21', 'C23', 'C26', 'C27', 'C29', 'C30', 'C31', 'C33', 'C34', 'C39'] as const;

const array = (parts: readonly (readonly [string, string])[], at: 0 | 1) =>
  `array[${parts.map((part) => `'${part[at]}'`).join(',')}]`;
const pick = (parts: readonly (readonly [string, string])[], at: 0 | 1, number: string) =>
  `(${array(parts, at)})[1 + (${number}) % ${parts.length}]`;

/**
 * Inserts units by `insert … select generate_series`: 100,000 of one organization, 5 % as many of another and as many
 * deleted. Names look real, so that indexes and filters work as in production.
 */
export async function fillUnits(
  database: Database,
  organizationId: number,
  otherId: number,
  people: readonly number[],
  customers: readonly number[],
): Promise<void> {
  // Each combination once: the parts are digits of n, and n is spread so that neighbouring rows differ.
  const n = `((i * 7919::bigint) % ${cities.length * signs.length * signs.length * trades.length})::int`;
  const [a, b, c, d] = [
    'n',
    `n / ${cities.length}`,
    `n / ${cities.length * signs.length}`,
    `n / ${cities.length * signs.length ** 2}`,
  ] as const;
  const name = (at: 0 | 1, gap: string, end: string) =>
    [pick(cities, at, a), pick(signs, at, b), pick(signs, at, c), pick(trades, at, d)].join(` || '${gap}' || `) +
    ` || '${end}'`;
  const initials = `regexp_replace(${name(1, ' ', ' you xian gong si')}, '(\\w)\\w* ?', '\\1', 'g')`;
  const insert = (from: number, to: number, owner: number, deleted: boolean) => `
    insert into inspect_unit (organization_id, create_by, update_by, create_time, update_time, delete_time, pinyin, initials, unit_name, iui_code, industry, region, scale,
      economic_type, registered_address, work_address, contact, mobile, worker_count, exposed_count, hazards, founded_on, customer, status)
    select ${owner}, (array[${people.join(',')}])[1 + i % ${people.length}], (array[${people.join(',')}])[1 + i % ${people.length}],
      now() - i * interval '1 minute', now() - i * interval '1 minute', ${deleted ? 'now()' : 'null'},
      ${name(1, ' ', ' you xian gong si')}, ${initials}, ${name(0, '', '有限公司')}, '91330' || lpad(i::text, 13, '0'),
      (array[${industries.map((industry) => `'${industry}'`).join(',')}])[1 + i % ${industries.length}], '浙江省/' || ${pick(cities, 0, a)} || '市', (1 + i % 4)::text, (1 + i % 6)::text,
      ${pick(cities, 0, a)} || '市工业区' || (i % 900) || '号', ${pick(cities, 0, a)} || '市工业区' || (i % 900) || '号',
      (array['周敏','吴强','郑伟','王芳','陈静'])[1 + i % 5], '139' || lpad(i::text, 8, '0'), i % 800, i % 200,
      '噪声、粉尘、苯', date '2000-01-01' + i % 8000, (array[${customers.join(',')}])[1 + i % ${customers.length}], '1'
    from (select i, ${n} as n from generate_series(${from}::int, ${to}::int) as i) as numbered`;
  await database.execute(insert(1, rowCount, organizationId, false));
  await database.execute(insert(rowCount + 1, rowCount * 1.05, otherId, false));
  await database.execute(insert(rowCount * 1.05 + 1, rowCount * 1.1, organizationId, true));
  await database.execute('vacuum analyze');
}
