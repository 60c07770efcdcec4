/** Texts of the stock ledger, for client and server. */
export const ledgerTexts = {
  noEnd: '请填写有效期至，或填写开封后有效期',
  short: (lot: string, balance: string, requested: string) =>
    `${lot}结存${balance}，不足${requested}，可能已被他人领用，请刷新后重新填写`,
  reasonNeeded: (movement: string) => `${movement}请填写原因`,
  returnOf: '退库请选择原出库记录',
  notThatIssue: '所选出库记录不是该批次的出库，请重新选择',
  returnedTooMuch: (returnable: string) => `该次出库最多还可退库${returnable}`,
  twice: '同一批次请合并为一行填写',
  noLines: '请选择批次并填写数量',
  otherUnit: '该批次已有出入库流水，计量单位不能更改；请按新的单位另登记一个批次',
  receivedFixed: '入库数量已记入流水，不能更改；数量有误请办理盘盈、盘亏或报废并说明原因',
  validTooLong: (validUntil: string, lot: string) => `配制溶液的有效期不能晚于所用批次的有效期：${lot}至${validUntil}`,
  oneLeast: '请至少选择一个所用批次',
  sheetElsewhere: '所选检测记录不属于所选项目，请核对',
  done: (movement: string, numbers: readonly string[]) => `${movement}已登记（${numbers.join('、')}）`,
  prepared: (no: string) => `配制已登记，新批次${no}`,
  withFindings: (message: string, findings: readonly string[]) =>
    findings.length ? `${message}；已登记不符合项${findings.join('、')}` : message,
  earlierLot: (lot: string, validUntil: string) => `${lot}更早到期（${validUntil}），建议先出`,
  insteadOfExpired: (lot: string, validUntil: string | null) =>
    `本批次已过期，请改用${lot}${validUntil === null ? '' : `（有效期至${validUntil}）`}`,
  fefo: '先到期先出',
} as const;

/**
 * Returns the number of a movement, e.g. CR2026-000123. Each organization has one series per year.
 * @param year four digits
 * @param count count within the year, from 1
 */
export const movementNumber = (year: string, count: number): string => `CR${year}-${String(count).padStart(6, '0')}`;
/**
 * Returns the number of a prepared solution for which nobody typed a number.
 * @param year four digits
 * @param count count within the year, from 1
 */
export const preparedNumber = (year: string, count: number): string => `PZ${year}-${String(count).padStart(4, '0')}`;
