// Rows that should belong to an organization but belong to none. They were entered before the product refused this.

/** Rows of one kind, in the answer of `GET api/organization/ownerless`. */
export interface OwnerlessKind {
  /** Name of the entity. */
  entity: string;
  label: string;
  count: number;
  /** Titles of the first rows. */
  titles: string[];
}

/** Maximum number of listed titles of one kind. */
export const maxTitles = 20;

export const ownerlessTexts = {
  /** Name of the program part in messages. */
  worker: '数据归属检查',
  title: (count: number): string => `有${count}条数据没有所属机构`,
  text: (kinds: readonly OwnerlessKind[]): string =>
    `${kinds.map(({ label, count }) => `${label}${count}条`).join('、')}没有所属机构，各机构都看不到。请在“机构管理”中点击“分配所属机构”处理`,
  action: '分配所属机构',
  explain: '以下数据没有所属机构，各机构都看不到。选择机构后，所选种类的全部数据连同其明细归该机构。',
  choose: '请选择所属机构',
  chooseKinds: '请选择要分配的数据',
  assigned: (count: number): string => `已分配${count}条`,
  none: '没有缺少所属机构的数据',
} as const;
