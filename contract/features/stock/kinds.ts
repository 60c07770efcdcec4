// The three kinds of stock (PRODUCT §3, /resource/*): one ledger, one set of rules; what differs is the card of a lot.

export const stockKinds = ['standard', 'reagent', 'consumable'] as const;
export type StockKind = (typeof stockKinds)[number];

/** What people call a lot of the kind in a sentence. */
export const stockLabels: Readonly<Record<StockKind, string>> = {
  standard: '标准物质',
  reagent: '试剂',
  consumable: '耗材',
};

/** Fields of a lot's card that say which one it is. */
export const stockTitles: Readonly<Record<StockKind, { readonly no: string; readonly name: string }>> = {
  standard: { no: 'standardNo', name: 'standardName' },
  reagent: { no: 'reagentNo', name: 'reagentName' },
  consumable: { no: 'consumableNo', name: 'consumableName' },
};

/** May do more than look: 入库, 出库, 退库, 报废, 盘点, 配制. */
export const stockPermission = (kind: StockKind): string => `${kind}:stock`;

export type MovementKind = 'in' | 'out' | 'return' | 'scrap' | 'surplus' | 'loss' | 'prepareOut' | 'prepareIn';

/** Movements that a person makes one by one; preparing makes its two together. */
export const handMovements = [
  'in',
  'out',
  'return',
  'scrap',
  'surplus',
  'loss',
] as const satisfies readonly MovementKind[];
export type HandMovement = (typeof handMovements)[number];

/** Whether a movement brings something in. */
export const bringsIn: Readonly<Record<MovementKind, boolean>> = {
  in: true,
  return: true,
  surplus: true,
  prepareIn: true,
  out: false,
  scrap: false,
  loss: false,
  prepareOut: false,
};

/** What can't be done without saying why. */
export const needsReason: ReadonlySet<MovementKind> = new Set(['scrap', 'surplus', 'loss']);

/** Whether a movement takes something into use, for which a lot has to be in date. */
export const takesIntoUse = (movement: MovementKind): boolean => movement === 'out' || movement === 'prepareOut';

/** A lot as the rules see it; every row of the three kinds is one. */
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
  /** Of the ledger; null before the first movement. */
  readonly balance: string | null;
  readonly reorderLevel: string | null;
}

/** A stored or received row of the kind as a lot. */
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

/** A lot in a sentence. */
export const lotTitle = ({ no, name, lotNo }: Pick<Lot, 'no' | 'name' | 'lotNo'>): string =>
  `${no} ${name}（批号${lotNo}）`;
