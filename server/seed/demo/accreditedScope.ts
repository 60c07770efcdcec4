import { and, asc, eq, isNull } from 'drizzle-orm';
import { standardNoIn } from '@contract/features/library/accreditationScope';
import { registry } from '@server/app/resources';
import { insertMany } from '@server/builtIn/insertMany';
import type { Orm } from '@server/db/orm';
import { hazardTable, labMethodItemTable, labMethodTable } from '@server/db/schema';

/** The organization's certificate; its number is invented. */
const certificateNo = '231112050286';

const fieldOf: Readonly<Record<string, string>> = {
  chemical: '工作场所空气中有害物质',
  dust: '工作场所空气中粉尘',
  physical: '工作场所物理因素',
};

/** Restrictions of the certificate, by item. */
const restrictionByItem: Readonly<Record<string, string>> = {
  甲醇: '只测溶剂解吸法',
  高温: '只测WBGT指数',
  噪声: '只测稳态噪声和非稳态噪声',
  '煤焦油沥青挥发物(按苯溶物计)': '非标准方法，只限特定合同约定的委托检测',
};

/** Items that stand for every dust, with the method of the library and its technique. */
const dustItems = [
  ['总粉尘', '滤膜质量法测总粉尘', '滤膜质量法'],
  ['呼吸性粉尘', '滤膜质量法测呼吸性粉尘', '滤膜质量法'],
  ['粉尘中游离二氧化硅', '焦磷酸法测游离二氧化硅', '焦磷酸法'],
] as const;

/**
 * Adds the accredited scope: what the laboratory's own items test, and all dusts. A subcontracted item is in no annex.
 * @param dayFromNow `YYYY-MM-DD` a number of days from today
 */
export async function addAccreditedScope(
  tx: Orm,
  organizationId: number,
  dayFromNow: (days: number) => string,
): Promise<void> {
  const [itemTable, method, hazard] = [labMethodItemTable, labMethodTable, hazardTable];
  const testedItems = await tx
    .select({
      hazard: hazard.id,
      name: hazard.name,
      category: hazard.category,
      standardNo: method.standardNo,
      standardName: method.standardName,
      technique: method.technique,
      methodKind: method.methodKind,
    })
    .from(itemTable)
    .innerJoin(method, eq(method.id, itemTable.method))
    .innerJoin(hazard, eq(hazard.id, itemTable.hazard))
    .where(and(eq(itemTable.organizationId, organizationId), isNull(itemTable.deleteTime)))
    .orderBy(asc(hazard.category), asc(hazard.id), asc(itemTable.id));
  const weighed = await tx
    .select({ title: method.title, standardNo: method.standardNo, standardName: method.standardName })
    .from(method)
    .where(and(isNull(method.organizationId), isNull(method.deleteTime)));
  const rows = [
    ...testedItems.filter(({ methodKind }) => methodKind !== 'outsourced'),
    ...dustItems.flatMap(([name, title, technique]) => {
      const weighedMethod = weighed.find((method) => method.title === title);
      return weighedMethod ? [{ ...weighedMethod, hazard: null, name, category: 'dust', technique }] : [];
    }),
  ];
  const period = { validFrom: dayFromNow(-1160), validUntil: dayFromNow(1030) };
  await insertMany(
    tx,
    registry.named('accreditedItem'),
    rows.map(({ hazard: id, name, category, standardNo, standardName, technique }, index) => ({
      draft: {
        itemNo: String(index + 1),
        field: fieldOf[String(category)] ?? fieldOf['chemical'],
        item: name,
        hazard: id,
        // A document of the laboratory's own is found by its number alone.
        basis: standardNoIn(standardNo) === null ? standardNo : [standardName, standardNo].filter(Boolean).join(' '),
        technique,
        restriction: restrictionByItem[name] ?? null,
        certificateNo,
        ...period,
      },
      otherColumns: { standardNo: standardNoIn(standardNo) },
      organizationId,
    })),
  );
}
