import { calibrationState } from '@contract/features/equipment/equipmentRules';
import { stockLabels, type StockKind } from './stockKinds';

// Expired items must not be used for results (QUALITY §1, 15; ISO/IEC 17025 6.4, 6.5). The selection on screen and
// the server's refusal share these rules.

/** Entities of the items that a record or a curve may use. */
export type UsedEntity = 'equipment' | 'standard' | 'reagent' | 'consumable';

/** Kinds of nonconformities that the program files. */
type UnfitFinding = 'expiredEquipment' | 'expiredStandard' | 'expiredReagent' | 'expiredConsumable' | 'other';

/** An item that may not be used, with the reason. */
export interface UnfitItem {
  readonly entity: UsedEntity;
  readonly id: number;
  readonly finding: UnfitFinding;
  /** Sentence with the item's name and date. */
  readonly message: string;
}

interface UsedInstrument {
  readonly id: number;
  readonly eqpNo: string;
  readonly eqpName: string;
  readonly status: string;
  readonly calibrationKind: string | null;
  readonly calibrationDue: string | null;
}

interface UsedLot {
  readonly id: number;
  readonly lotNo: string;
  /** Last valid day; null for an item that never expires. */
  readonly validUntil: string | null;
  readonly status: string;
}

interface UsedStandard extends UsedLot {
  readonly standardNo: string;
  readonly standardName: string;
}

interface UsedReagent extends UsedLot {
  readonly reagentNo: string;
  readonly reagentName: string;
  readonly openedOn: string | null;
  /** Shelf life after opening, in months. The last valid day is known only after the opening. */
  readonly openedMonths: number | null;
}

interface UsedConsumable extends UsedLot {
  readonly consumableNo: string;
  readonly consumableName: string;
}

export const itemFitnessTexts = {
  calibrationOver: (name: string, dueDate: string, day: string) =>
    `设备${name}的检定/校准已于${dueDate}过期，不能用于${day}的检测，请换用有效期内的`,
  noCalibration: (name: string) => `设备${name}没有检定/校准有效期，请先在“仪器设备”中补充，或换用其他设备`,
  instrumentAway: (name: string, status: string) => `设备${name}当前为“${status}”，不能用于检测，请换用其他设备`,
  lotOver: (itemLabel: string, name: string, expiredOn: string, day: string) =>
    `${itemLabel}${name}已于${expiredOn}过期，不能用于${day}的检测，请换用有效期内的`,
  notOpened: (name: string) => `试剂${name}的有效期从开封起计算，请先在试剂台账填写开封日期`,
  lotStopped: (itemLabel: string, name: string) => `${itemLabel}${name}已停用，不能用于检测，请换用其他批次`,
  noAcceptance: (itemLabel: string, name: string) =>
    `${itemLabel}${name}没有验收登记，请先在“实验室登记”中登记验收结论，或换用其他批次`,
  notAccepted: (itemLabel: string, name: string) =>
    `${itemLabel}${name}的验收结论不是“符合”，不能用于检测，请换用其他批次，或重新验收后登记结论`,
  takeFirst: '先到期，建议先用',
  reasonNeeded: '请填写继续使用的原因',
  mayNotOverride: '您没有登记不符合项的权限，不能继续使用，请换用有效的标准物质、试剂或设备',
  overridden: (message: string, reason: string) => `${message}。继续使用的原因：${reason}`,
  overrideTitle: '使用已过期或停用的物品',
  overrideNote: '继续使用须说明原因，并登记不符合项，由质控员处理。',
  overrideOk: '登记不符合项并继续',
  offerUnfit: '允许选择已过期或停用的（须说明原因并登记不符合项）',
} as const;

// An instrument on site may be used there. One in calibration, in repair or out of service may not be used.
const blockingStatuses: Readonly<Record<string, string>> = {
  calibrating: '送检',
  repairing: '维修',
  stopped: '停用',
  scrapped: '报废',
};

/**
 * Returns the reason why an instrument may not be used; null where it may.
 * @param onDay `YYYY-MM-DD`, the day of the test; the last day of a calibration is valid
 */
export function unfitInstrument(row: UsedInstrument, onDay: string): UnfitItem | null {
  const name = `${row.eqpNo} ${row.eqpName}`;
  const makeUnfit = (finding: UnfitFinding, message: string): UnfitItem => ({
    entity: 'equipment',
    id: row.id,
    finding,
    message,
  });
  const blockingStatus = blockingStatuses[row.status];
  if (blockingStatus) return makeUnfit('other', itemFitnessTexts.instrumentAway(name, blockingStatus));
  const state = calibrationState(row, onDay);
  if (state === 'expired')
    return makeUnfit('expiredEquipment', itemFitnessTexts.calibrationOver(name, row.calibrationDue ?? '', onDay));
  return state === 'missing' ? makeUnfit('expiredEquipment', itemFitnessTexts.noCalibration(name)) : null;
}

const lotFindings = {
  standard: 'expiredStandard',
  reagent: 'expiredReagent',
  consumable: 'expiredConsumable',
} as const satisfies Record<StockKind, UnfitFinding>;

function unfitLot(entity: StockKind, row: UsedLot, title: string, onDay: string): UnfitItem | null {
  const itemLabel = stockLabels[entity];
  const name = `${title}（批号${row.lotNo}）`;
  if (row.status === '0')
    return { entity, id: row.id, finding: 'other', message: itemFitnessTexts.lotStopped(itemLabel, name) };
  if (row.validUntil === null || row.validUntil >= onDay) return null;
  return {
    entity,
    id: row.id,
    finding: lotFindings[entity],
    message: itemFitnessTexts.lotOver(itemLabel, name, row.validUntil, onDay),
  };
}

/**
 * Returns the reason why a standard may not be used on a day; null where it may. It may be used on its last valid
 * day.
 * @param onDay `YYYY-MM-DD`
 */
export const unfitStandard = (row: UsedStandard, onDay: string): UnfitItem | null =>
  unfitLot('standard', row, `${row.standardNo} ${row.standardName}`, onDay);

/**
 * Returns the reason why a reagent may not be used on a day; null where it may.
 * @param onDay `YYYY-MM-DD`
 */
export function unfitReagent(row: UsedReagent, onDay: string): UnfitItem | null {
  const title = `${row.reagentNo} ${row.reagentName}`;
  if (row.status !== '0' && row.validUntil === null && row.openedMonths !== null && row.openedOn === null)
    return {
      entity: 'reagent',
      id: row.id,
      finding: 'expiredReagent',
      message: itemFitnessTexts.notOpened(`${title}（批号${row.lotNo}）`),
    };
  return unfitLot('reagent', row, title, onDay);
}

/**
 * Returns the reason why a consumable may not be used on a day; null where it may.
 * @param onDay `YYYY-MM-DD`
 */
export const unfitConsumable = (row: UsedConsumable, onDay: string): UnfitItem | null =>
  unfitLot('consumable', row, `${row.consumableNo} ${row.consumableName}`, onDay);

/** An option in the API, with its details and the reason why it may not be chosen. */
export interface SelectableOption {
  readonly id: number;
  readonly name: string;
  readonly detail: string;
  readonly unusable: string | null;
  /** The item has another purpose. This refusal can't be overridden. */
  readonly misfit?: true;
}

/** Field of a request that uses an unfit item deliberately. */
export interface UnfitOverride {
  readonly reason: string;
}

/** Error code of a refusal that an `UnfitOverride` can lift. */
export const unfitCode = 'unfit';
