// Rules for issuing instruments (PRODUCT §3 eqpIn; QUALITY §1, 15). The selection on screen and the server's refusal
// share them.

/** Number of days before the end of a calibration or a shelf life from which an instrument or a lot is marked. */
export const warningDays = 30;

export type CalibrationState = 'none' | 'valid' | 'soon' | 'expired' | 'missing';

interface CalibratedInstrument {
  readonly calibrationKind: string | null;
  /** Last valid day of the calibration, `YYYY-MM-DD`, inclusive. */
  readonly calibrationDue: string | null;
}

const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

/**
 * Returns the state of an instrument's calibration: `none` if the instrument needs no calibration, `missing` if the
 * end is unknown. The last day still counts as valid.
 * @param today `YYYY-MM-DD` in the organization's time zone
 */
export function calibrationState(
  { calibrationKind, calibrationDue }: CalibratedInstrument,
  today: string,
): CalibrationState {
  if (calibrationKind === 'none') return 'none';
  if (!calibrationDue) return 'missing';
  if (calibrationDue < today) return 'expired';
  return calibrationDue <= dayAfter(today, warningDays) ? 'soon' : 'valid';
}

/**
 * Returns the days until the calibration ends; negative once it has ended.
 * @param dueDate last day of the calibration, `YYYY-MM-DD`
 * @param today `YYYY-MM-DD`
 */
export const daysLeft = (dueDate: string, today: string): number =>
  Math.round((Date.parse(dueDate) - Date.parse(today)) / 86_400_000);

/**
 * Returns the last valid day of a number of months from a day: 2024-03-15 and 12 months give 2025-03-14.
 * @param from first day, `YYYY-MM-DD`
 * @param months calendar months
 */
export function lastDayAfterMonths(from: string, months: number): string {
  const [year, month, day] = from.split('-').map(Number) as [number, number, number];
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate();
  const sameDayMs = Date.UTC(year, month - 1 + months, Math.min(day, last));
  return new Date(day > last ? sameDayMs : sameDayMs - 86_400_000).toISOString().slice(0, 10);
}

/** Returns whether an instrument is used on site. A laboratory instrument leaves only for calibration or repair. */
export const goesOnSite = (eqpKind: string): boolean => eqpKind !== 'laboratory';

/** Returns whether an instrument takes samples; weather meters and flow calibrators do not. */
export const takesSamples = (eqpKind: string): boolean =>
  goesOnSite(eqpKind) && eqpKind !== 'weather' && eqpKind !== 'flowCalibrator';

/**
 * Returns whether an instrument draws air through a pump, whose flow is calibrated (GBZ 331-2024 E.1); a meter has
 * none.
 */
export const hasPump = (eqpKind: string): boolean => takesSamples(eqpKind) && eqpKind !== 'directReading';

/** Returns whether a sampler keeps its flow and stops beyond ±5 % (GBZ 331-2024 E.3). */
export const isConstantFlow = (flowControl: unknown): boolean => flowControl === 'constant';

export const equipmentTexts = {
  staysInLaboratory: '是实验室仪器，不能领用到现场，请另选现场仪器',
  expired: (dueDate: string) => `检定/校准已于${dueDate}过期，不能领用，可以送检`,
  noCalibration: '没有检定/校准有效期，不能领用，请补充或送检',
  away: (status: string) => `当前为“${status}”，不在库`,
  notThere: (no: string) => `设备${no}不在库，可能已被他人领用，请刷新后重新选择`,
  sampledNeedsProject: '现场采样领用须选择项目',
  statusByUse: '出库、送检、维修请在“设备出入库”中办理',
  awayAtStart: '登记设备时已在外',
  scrappedInFuture: '报废日期不能晚于今天',
  scrappedStays: '设备已报废；恢复使用请同时清空报废日期',
  statusAway: '设备在外，请先在“设备出入库”中办理入库',
  alreadyBack: (no: string) => `设备${no}已经入库，请刷新后查看`,
  alreadyBackFlow: '设备已经入库，流量校准不能再修改；如有误请重新领用并校准',
  noFlowAfter: (no: string) => `设备${no}填写了采样前流量而没有采样后流量，请先完成流量校准再入库`,
  flowFailed: (percent: string) => `流量偏差${percent}%超过5%，用该仪器采集的样品须作废重采`,
  flowStops: (no: string, percent: string, samples: readonly string[], step: string) =>
    `设备${no}采样前后流量偏差${percent}%，超过5%，用它采集的${samples.length}个样品无效（${samples.slice(0, 5).join('、')}${samples.length > 5 ? '等' : ''}）：请作废并重新采样后再${step}`,
  flowFailed331: (percent: string) => `采样后流量与设定流量相差${percent}%，超过10%，用该仪器采集的样品须作废重采`,
  flowMean: (percent: string) => `采样后流量与设定流量相差${percent}%，超过5%，体积按采样前后流量的平均值计算`,
  flowStops331: (no: string, percent: string, samples: readonly string[], step: string) =>
    `设备${no}采样后流量与设定流量相差${percent}%，超过10%，用它采集的${samples.length}个样品无效（${samples.slice(0, 5).join('、')}${samples.length > 5 ? '等' : ''}）：请作废并重新采样后再${step}`,
  setNeeded: '请填写设定流量',
  fewReadings: (count: number) => `请填写至少${count}次采样前流量读数`,
  beforeOff: (mean: string, set: string, percent: string) =>
    `采样前流量平均值${mean}与设定流量${set}相差${percent}%，超过±5%：请调整流量后重新测量，不合格的采样器不能领用`,
  flowPassed: (percent: string) => `流量偏差${percent}%，合格`,
  flowOnSite: '只有现场采样领用的设备需要流量校准',
  takesNone: (no: string) => `${no}不是采样器，不需要流量校准`,
  flowSaved: '流量校准已保存',
  flowsSaved: (count: number) => `已保存${count}台仪器的流量校准`,
  flowGrid: (count: number) => `流量校准（${count}台）`,
  /** Button that returns the selected instruments, or all that are out. */
  bringBack: (count: number, isSelection: boolean) => `${isSelection ? '批量' : '全部'}入库（${count}台）`,
  notFlow: (typedFlow: string) => `“${typedFlow}”应为数字，最多4位小数，不带逗号`,
  calibratorExpired: (no: string, dueDate: string) =>
    `流量校准器${no}的检定/校准已于${dueDate}过期，请换用有效期内的校准器`,
  calibratorMissing: (no: string) => `流量校准器${no}没有检定/校准有效期，请换用有效期内的校准器`,
  notCalibrator: '所选设备不是流量校准器',
  calibratorNeeded: '请选择流量校准器',
  dueNeeded: '请填写新的有效期',
  onNeeded: '请填写检定/校准日期',
  dueBeforeOn: '有效期不能早于检定/校准日期',
  onInFuture: '检定/校准日期不能晚于今天',
  duePast: '新的有效期已过，请核对证书',
  onlyCalibration: '只有送检的设备才填写检定/校准结果',
  oneCalibration: '送检的设备请逐台办理入库并填写检定/校准结果',
  out: (count: number) => `${count}台设备已出库`,
  back: (count: number) => `${count}台设备已入库`,
  tooEarly: '项目尚未开始现场调查，不能领用设备；请先完成合同评审',
  tooLate: '项目的现场采样已结束，不能再领用设备；需要补采的请先办理“补充采样”',
} as const;

interface CheckedInstrument extends CalibratedInstrument {
  readonly eqpKind: string;
  readonly status: string;
}

/**
 * Returns the reason why an instrument may not be issued; null where it may.
 * @param statusLabel display text of its status
 */
export function takeOutProblem(
  instrument: CheckedInstrument,
  useKind: string,
  today: string,
  statusLabel: string,
): string | null {
  // A stopped instrument may leave for calibration or repair.
  const isAvailable = instrument.status === 'in' || (useKind !== 'sampling' && instrument.status === 'stopped');
  if (!isAvailable) return equipmentTexts.away(statusLabel);
  if (useKind !== 'sampling') return null;
  if (!goesOnSite(instrument.eqpKind)) return equipmentTexts.staysInLaboratory;
  const state = calibrationState(instrument, today);
  if (state === 'expired') return equipmentTexts.expired(instrument.calibrationDue ?? '');
  return state === 'missing' ? equipmentTexts.noCalibration : null;
}
