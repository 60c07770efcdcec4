import { registry } from '@server/app/resources';
import type { BuiltInIds } from '@server/builtIn/builtInRows';
import { insertMany } from '@server/builtIn/insertMany';
import type { Orm } from '@server/db/orm';
import { keyOfHazard, keyOfLabMethod } from '../library/libraryKeys';
import { firstNameOf } from '../library/libraryLimits';
import { customaryItems, type LibraryItem, type LibraryMethod, libraryMethods } from '../library/libraryMethods';
import { readStandardMethods } from '../library/standardMethods';
import { ownItems, silicaDust, tar } from './play/valveTests';

const isocyanates = '甲苯二异氰酸酯、二苯基甲烷二异氰酸酯和异佛尔酮二异氰酸酯 溶剂洗脱-高效液相色谱法';
const metals = '金属及其化合物 酸消解-电感耦合等离子体发射光谱法';

/** Methods of a dated standard that the laboratory verified for a hazard which the library's row does not name. */
const verifiedFor: Readonly<Record<string, string>> = {
  二氯甲烷: '氯甲烷、二氯甲烷、三氯甲烷和四氯化碳 溶剂解吸-气相色谱法',
  四氢呋喃: '杂环化合物 溶剂解吸-气相色谱法',
  '甲苯-2,4-二异氰酸酯(TDI)': isocyanates,
  二苯基甲烷二异氰酸酯: isocyanates,
  '二氧化锡(按Sn计)': metals,
  '锰及其无机化合物(按MnO2计)': metals,
  铅尘: metals,
  铜尘: metals,
  '钴及其化合物(按Co计)': metals,
};

const isDated = ({ standardNo }: LibraryMethod): boolean => /-\d{4}/.test(String(standardNo));
/** Standards of many parts, which no method is without its part and year. */
const manyParts: ReadonlySet<unknown> = new Set(['GBZ/T 300', 'GBZ/T 160', 'GBZ/T 192', 'GBZ/T 189']);

/**
 * Returns the method of a dated standard by which the laboratory tests a hazard in place of a customary method that
 * names no part and year: of the same kind and calculation where there is one, else the one that the standards have for
 * the hazard; null where no standard has one, or the method has ended.
 */
function datedMethod({ method, hazard }: Pick<LibraryItem, 'method' | 'hazard'>): string | null {
  const methods = new Map(libraryMethods().map((libraryMethod) => [libraryMethod.title, libraryMethod]));
  const customaryMethod = methods.get(method);
  if (customaryMethod?.validUntil) return null;
  if (!customaryMethod || isDated(customaryMethod)) return method;
  const titlesForHazard = new Set(
    readStandardMethods().items.flatMap((item) => (item.hazard === hazard ? [item.method] : [])),
  );
  const isUsable = (libraryMethod: LibraryMethod): boolean =>
    isDated(libraryMethod) && libraryMethod.status === '1' && libraryMethod.validUntil === null;
  const fitsMethod = (libraryMethod: LibraryMethod): boolean =>
    isUsable(libraryMethod) &&
    libraryMethod.methodKind === customaryMethod.methodKind &&
    libraryMethod.resultRoute === customaryMethod.resultRoute;
  const ofHazard = [...methods.values()].filter((libraryMethod) => titlesForHazard.has(libraryMethod.title));
  const verified = methods.get(verifiedFor[hazard] ?? '');
  const fittingMethod = ofHazard.find(fitsMethod) ?? (verified && fitsMethod(verified) ? verified : undefined);
  if (fittingMethod) return fittingMethod.title;
  return manyParts.has(customaryMethod.standardNo) ? (ofHazard.find(isUsable)?.title ?? null) : method;
}

/** The laboratory's own document for a hazard for which no national method is published. */
const ownDocument = { title: '煤焦油沥青挥发物 苯溶物重量法', like: '苯溶物 重量法', hazard: tar } as const;

/** Adds the laboratory's own method and its hazard. */
async function addOwnMethod(tx: Orm, builtInIds: BuiltInIds, organizationId: number): Promise<void> {
  const pattern = libraryMethods().find(({ title }) => title === ownDocument.like);
  const hazardId = builtInIds.get(keyOfHazard(firstNameOf(ownDocument.hazard)));
  if (!pattern || hazardId === undefined) throw new Error('the library lacks the pattern of the own method');
  const [methodId] = await insertMany(tx, registry.named('labMethod'), [
    {
      draft: {
        ...pattern,
        title: ownDocument.title,
        standardNo: 'HPJC/ZY 037-2024',
        standardName: '作业指导书 煤焦油沥青挥发物的测定',
        validFrom: '2024-03-01',
        remark: '未查到国家标准检测方法，按经验证和批准的作业指导书检测',
      },
      organizationId,
    },
  ]);
  await insertMany(tx, registry.named('labMethodItem'), [
    {
      draft: { method: methodId, hazard: hazardId, dataCertainty: 'sure' },
      otherColumns: { itemName: `${ownDocument.title} ${ownDocument.hazard}` },
      organizationId,
    },
  ]);
}

/**
 * Adds the hazards that the demonstration's laboratory tests by each method, as its own rows. Plans use these rows.
 */
export async function addOwnItems(tx: Orm, builtInIds: BuiltInIds, organizationId: number): Promise<void> {
  // Free silica is tested in dust that was sampled for weighing. Weighing stays the method of the plan.
  const furtherItems = ownItems
    .filter(([, hazard]) => hazard !== silicaDust)
    .map(([method, hazard]) => ({ method, hazard, dataCertainty: 'check' }));
  const seenKeys = new Set<string>();
  const rows = [...customaryItems, ...furtherItems].flatMap((ownItem) => {
    const title = datedMethod(ownItem);
    if (title === null) return [];
    const { method: _method, hazard: name, ...item } = ownItem;
    const [methodId, hazardId] = [
      builtInIds.get(keyOfLabMethod(title)),
      builtInIds.get(keyOfHazard(firstNameOf(name))),
    ];
    if (methodId === undefined || hazardId === undefined || seenKeys.has(`${methodId}/${hazardId}`)) return [];
    seenKeys.add(`${methodId}/${hazardId}`);
    return [
      {
        draft: { ...item, method: methodId, hazard: hazardId },
        otherColumns: { itemName: `${title} ${name}` },
        organizationId,
      },
    ];
  });
  await insertMany(tx, registry.named('labMethodItem'), rows);
  await addOwnMethod(tx, builtInIds, organizationId);
}
