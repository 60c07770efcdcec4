import { Empty } from 'antd';
import { dictDetail, dictionary } from '@contract/features/system/entities/dict';
import type { AnyRow } from '@contract/entity';
import { useMemo } from 'react';
import { create } from 'zustand';
import { OwnerCell } from '@/fields';
import { definePage, ListEditor } from '@/listEditor';
import styles from '@/features/system/dict/dict.module.css';

const useChosen = create<{ dict: AnyRow | null }>(() => ({ dict: null }));

const master = definePage({
  entity: dictionary,
  columns: ['name', 'description', 'createTime'],
  form: ['name', 'description'],
  can: ['add', 'edit', 'del', 'restore'],
  actions: [{ key: 'details', label: '字典详情', at: 'row', run: ({ rows: [row] }) => useChosen.setState({ dict: row ?? null }) }],
});

/** 字典管理: dictionaries at the left, the entries of the chosen one at the right. */
export default function DictPage() {
  const chosen = useChosen((state) => state.dict);
  const details = useMemo(
    () =>
      definePage({
        entity: dictDetail,
        title: chosen ? `${String(chosen.description ?? chosen.name).replace(/（.*$/s, '')}的条目` : '字典详情',
        columns: ['label', 'value', 'dictSort', 'organizationId', 'createTime'],
        form: ['dict', 'label', 'value', 'dictSort'],
        fixedQuery: { dict: chosen?.id ?? 0 },
        sort: 'dictSort,asc',
        can: ['add', 'edit', 'del', 'restore', 'import', 'export'],
        cells: { organizationId: OwnerCell },
      }),
    [chosen],
  );
  return (
    <div className={styles.page}>
      <div className={styles.master}><ListEditor page={master} /></div>
      <div className={styles.detail}>{chosen ? <ListEditor key={chosen.id} page={details} embedded /> : <Empty className={styles.hint} description="点击“字典详情”查看一个字典的内容" />}</div>
    </div>
  );
}
