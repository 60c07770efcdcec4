import { MenuIcon } from '@/fields';
import type { DataTableColumn } from '@/grid/DataTable';
import { RowActions, type RowButton } from '@/listEditor';
import { menuType } from '@contract/constants';
import type { AnyRow } from '@contract/entity';
import { menuTexts } from '@contract/features/system/menuRules';
import type { TreeLine } from './useMenuTree';
import styles from './menu.module.css';

type RowHandler = ((row: AnyRow) => void | Promise<void>) | undefined;

interface MenuColumnsOptions {
  readonly isWide: boolean;
  readonly toggle: (id: number) => void;
  /** Edits a menu; undefined without the permission. */
  readonly edit: RowHandler;
  readonly addBelow: RowHandler;
  readonly remove: RowHandler;
  /** Orders the children of a menu. */
  readonly order: RowHandler;
}

const typeWords = ['目录', '菜单', '按钮'];
const textOf = (row: AnyRow, name: string): string =>
  row[name] === null || row[name] === undefined ? '' : String(row[name]);
const textColumn = (
  key: string,
  title: string,
  width: number,
  extraOptions: Partial<DataTableColumn<TreeLine>> = {},
): DataTableColumn<TreeLine> => ({
  key,
  title,
  width,
  text: ({ row }) => textOf(row, key),
  render: ({ row }) => textOf(row, key),
  ...extraOptions,
});
const yesNo = (key: string, title: string, predicate: (row: AnyRow) => boolean): DataTableColumn<TreeLine> => ({
  key,
  title,
  width: 64,
  render: ({ row }) => (predicate(row) ? '是' : '否'),
});

function Title({ line: { row, level, open }, toggle }: { line: TreeLine; toggle: MenuColumnsOptions['toggle'] }) {
  const title = textOf(row, 'title');
  return (
    <span className={styles.title} style={{ paddingInlineStart: level * 20 }}>
      {open === null ? (
        <span className={styles.leaf} />
      ) : (
        <button
          type="button"
          className={`${styles.toggle} reach`}
          aria-expanded={open}
          aria-label={`${open ? '收起' : '展开'}${title}`}
          onClick={() => toggle(row.id)}
        />
      )}
      <MenuIcon name={row['icon'] as string | null} /> {title}
    </span>
  );
}

/** Buttons of a row: those whose action the person may take. */
const rowButtons = ({ edit, addBelow, remove, order }: MenuColumnsOptions): RowButton[] => [
  ...(edit ? [{ key: 'edit', label: '编辑', run: (row: AnyRow) => void edit(row) }] : []),
  ...(addBelow
    ? [
        {
          key: 'add',
          label: '新增下级',
          enabled: (row: AnyRow) => row['type'] !== menuType.button,
          run: (row: AnyRow) => void addBelow(row),
        },
      ]
    : []),
  ...(remove ? [{ key: 'del', label: '删除', danger: true, run: (row: AnyRow) => void remove(row) }] : []),
  ...(order
    ? [
        {
          key: 'order',
          label: menuTexts.orderBelow,
          enabled: (row: AnyRow) => Number(row['subCount']) > 1,
          run: (row: AnyRow) => void order(row),
        },
      ]
    : []),
];

/** Columns of the menu tree: title with level, address, and actions. */
export function menuColumns(options: MenuColumnsOptions): DataTableColumn<TreeLine>[] {
  const { isWide, toggle } = options;
  const buttons = rowButtons(options);
  return [
    {
      key: 'title',
      title: '菜单标题',
      width: 280,
      ...(isWide && { fixed: 'left' as const }),
      text: ({ row }) => textOf(row, 'title'),
      render: (line) => <Title line={line} toggle={toggle} />,
    },
    { key: 'type', title: '类型', width: 72, render: ({ row }) => typeWords[Number(row['type'])] ?? '' },
    textColumn('menuSort', '排序', 72, { align: 'right' }),
    textColumn('path', '路由地址', 180, { mono: true }),
    textColumn('permission', '权限标识', 180, { mono: true }),
    textColumn('component', '组件路径', 200, { mono: true }),
    yesNo('iFrame', '外链', (row) => row['iFrame'] === true),
    yesNo('cache', '缓存', (row) => row['cache'] === true),
    yesNo('hidden', '可见', (row) => row['hidden'] !== true),
    textColumn('createTime', '创建时间', 168),
    ...(buttons.length
      ? [
          {
            key: 'actions',
            title: '操作',
            width: 208,
            fixed: 'right' as const,
            render: ({ row }: TreeLine) => <RowActions row={row} buttons={buttons} inRow={3} busy={false} />,
          },
        ]
      : []),
  ];
}
