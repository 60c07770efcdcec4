// Three kinds of stock (PRODUCT §3, /resource/*) share one ledger and one set of rules. Only the card of the lot
// differs.

export const stockKinds = ['standard', 'reagent', 'consumable'] as const;
export type StockKind = (typeof stockKinds)[number];

/** Labels of the kinds in sentences. */
export const stockLabels: Readonly<Record<StockKind, string>> = {
  standard: '标准物质',
  reagent: '试剂',
  consumable: '耗材',
};

/** Fields that contain number and name of a lot. */
export const stockTitles: Readonly<Record<StockKind, { readonly no: string; readonly name: string }>> = {
  standard: { no: 'standardNo', name: 'standardName' },
  reagent: { no: 'reagentNo', name: 'reagentName' },
  consumable: { no: 'consumableNo', name: 'consumableName' },
};

/** Returns the permission for 入库, 出库, 退库, 报废, 盘点, 配制. */
export const stockPermission = (kind: StockKind): string => `${kind}:stock`;

export type MovementKind = 'in' | 'out' | 'return' | 'scrap' | 'surplus' | 'loss' | 'prepareOut' | 'prepareIn';

/** Movements that people enter one by one. A preparation creates its movements together. */
export const handMovements = [
  'in',
  'out',
  'return',
  'scrap',
  'surplus',
  'loss',
] as const satisfies readonly MovementKind[];
export type HandMovement = (typeof handMovements)[number];

/** Whether a movement increases the stock. */
export const increasesStock: Readonly<Record<MovementKind, boolean>> = {
  in: true,
  return: true,
  surplus: true,
  prepareIn: true,
  out: false,
  scrap: false,
  loss: false,
  prepareOut: false,
};

/** Movements that need a reason. */
export const needsReason: ReadonlySet<MovementKind> = new Set(['scrap', 'surplus', 'loss']);

/** Returns whether a movement takes a lot into use, which requires that it has not expired. */
export const takesIntoUse = (movement: MovementKind): boolean => movement === 'out' || movement === 'prepareOut';

/** A lot in the form that the rules use. A row of each kind can be converted to it. */
export interface Lot {
  readonly id: number;
  readonly no: string;
  readonly name: string;
  readonly lotNo: string;
  readonly specification: string | null;
  readonly amountUnit: string | null;
  readonly validUntil: string | null;
  readonly openedOn: string | null;
  readonly status: string;
  /** Balance from the ledger; null before the first movement. */
  readonly balance: string | null;
  readonly reorderLevel: string | null;
}

/** Converts a row of the kind to a lot. */
export function lotOf(kind: StockKind, row: Readonly<Record<string, unknown>>): Lot {
  const { no, name } = stockTitles[kind];
  const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
  return {
    id: Number(row.id),
    no: String(row[no] ?? ''),
    name: String(row[name] ?? ''),
    lotNo: String(row.lotNo ?? ''),
    specification: text(row.specification),
    amountUnit: text(row.amountUnit),
    validUntil: text(row.validUntil),
    openedOn: text(row.openedOn),
    status: String(row.status ?? '1'),
    balance: text(row.balance),
    reorderLevel: text(row.reorderLevel),
  };
}

/** Formats a lot for a sentence. */
export const lotTitle = ({ no, name, lotNo }: Pick<Lot, 'no' | 'name' | 'lotNo'>): string =>
  `${no} ${name}（批号${lotNo}）`;
