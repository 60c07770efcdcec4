import { useState } from 'react';
import { create } from 'zustand';
import { client } from '@/api/client';
import { readPage } from '@/api/readPage';
import { OwnerCell } from '@/fields';
import { defineAction, definePage, MasterDetail, type Ordered, OrderDialog } from '@/listEditor';
import { forgetDictionaries } from '@/session/dictionaryStore';
import { maxPageSize } from '@contract/constants';
import type { AnyRow } from '@contract/entity';
import { dictDetail, dictionary } from '@contract/features/system/entities/dict';
import { permissionOf } from '@contract/permissions';
import { orderTexts } from '@contract/workbook/sortNumbers';

interface OrderedEntries {
  readonly title: string;
  readonly items: readonly Ordered[];
  readonly refresh: () => Promise<void>;
}

/** The entries that are being ordered. */
const useOrdering = create<{ open: OrderedEntries | null }>(() => ({ open: null }));

const titleOf = (dict: AnyRow): string => String(dict['description'] ?? dict['name']).replace(/（.*$/s, '');

const orderEntries = (dict: AnyRow) =>
  defineAction({
    key: 'order',
    label: orderTexts.title,
    place: 'toolbar',
    permission: [permissionOf(dictDetail, 'edit')],
    async run({ editor }) {
      const { data } = await client.get<unknown>(dictDetail.path, {
        params: { dict: dict.id, page: 0, size: maxPageSize, sort: 'dictSort,asc' },
      });
      const items = readPage<{ id: number; label: string }>(data).content.map(({ id, label }) => ({ id, label }));
      useOrdering.setState({ open: { title: titleOf(dict), items, refresh: editor.refresh } });
    },
  });

const dictionaries = definePage({
  entity: dictionary,
  url: 'api/dict',
  columns: ['name', 'description', 'createTime'],
  form: ['name', 'description'],
  abilities: ['add', 'edit', 'del', 'restore'],
});

const entriesOf = (dict: AnyRow) =>
  definePage({
    entity: dictDetail,
    url: 'api/dictDetail',
    title: `${titleOf(dict)}的字典项`,
    columns: ['label', 'value', 'dictSort', 'disabled', 'organizationId', 'createTime'],
    form: ['dict', 'label', 'value', 'dictSort', 'disabled'],
    fixedQuery: { dict: dict.id },
    sort: 'dictSort,asc',
    abilities: ['add', 'edit', 'del', 'restore', 'import', 'export'],
    cells: { organizationId: OwnerCell },
    actions: [orderEntries(dict)],
  });

/** 字典管理: dictionaries at the left, entries of the chosen one at the right. */
export default function DictPage() {
  const ordering = useOrdering((state) => state.open);
  const [lastOrderedEntries, setLast] = useState(ordering);
  if (ordering && ordering !== lastOrderedEntries) setLast(ordering);
  return (
    <>
      <MasterDetail master={dictionaries} partsOf={entriesOf} hint="点击字典名称，查看对应的字典项" />
      <OrderDialog
        open={ordering !== null}
        title={lastOrderedEntries?.title ?? ''}
        items={lastOrderedEntries?.items ?? []}
        url={`${dictDetail.path}/order`}
        onClose={() => useOrdering.setState({ open: null })}
        onSaved={() => {
          forgetDictionaries();
          void lastOrderedEntries?.refresh();
        }}
      />
    </>
  );
}
