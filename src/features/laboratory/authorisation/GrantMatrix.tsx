import { type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query';
import { Empty, Input, Skeleton } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { failureOf } from '@/api/callFailures';
import { FailureAlert } from '@/lib/notice/FailureAlert';
import { type ChosenCell, type ItemGroup, type ItemMatrix, personsShown } from './authorisationMatrix';
import { GrantBar, type GrantKind } from './GrantBar';
import { MatrixTable } from './MatrixTable';
import styles from './matrix.module.css';

const emptySelection: ChosenCell = { persons: new Set(), items: new Set() };

/** Where the authorisations come from, and how they are shown and changed. */
export interface MatrixKind<D> {
  /** Name of the table. */
  readonly label: string;
  /** Head of the column of items. */
  readonly head: string;
  /** Returns the text that says how many items a group has. */
  readonly countText: (items: number) => string;
  readonly key: QueryKey;
  readonly fetch: (signal?: AbortSignal) => Promise<D>;
  readonly matrixOf: (data: D) => ItemMatrix;
  readonly grants: GrantKind;
}

interface GrantMatrixProps<D> {
  readonly kind: MatrixKind<D>;
  /** False while the table is hidden: nothing is loaded. */
  readonly shown?: boolean;
  /** Inputs of further filters, behind the one for people. */
  readonly filters?: ReactNode;
  readonly groupsOf: (data: D) => ItemGroup[];
  /** Hides people who are no analysts. */
  readonly analystsOnly?: boolean;
  /** Sentences for a table without people or without items. */
  readonly emptyTexts: { readonly persons: string; readonly items: string };
}

/** Table of people and what they are authorised for, with its filters, and the bar that grants and withdraws. */
export function GrantMatrix<D>({
  kind,
  shown = true,
  filters,
  groupsOf,
  analystsOnly = false,
  emptyTexts,
}: GrantMatrixProps<D>) {
  const queries = useQueryClient();
  const [typedName, setTypedName] = useState('');
  const [selection, setSelection] = useState<ChosenCell>(emptySelection);
  const { data, isPending, error, refetch } = useQuery({
    queryKey: kind.key,
    queryFn: ({ signal }) => kind.fetch(signal),
    enabled: shown,
    staleTime: 0,
    retry: false,
  });
  const itemGroups = useMemo(() => (data ? groupsOf(data) : []), [data, groupsOf]);
  const matrix = useMemo(() => data && kind.matrixOf(data), [data, kind]);
  const persons = matrix ? personsShown(matrix, { typedName, analystsOnly }) : [];
  const resetAfterGrant = () => {
    setSelection(emptySelection);
    void queries.invalidateQueries({ queryKey: kind.key });
  };
  return (
    <>
      <div className={styles.filters}>
        <Input.Search
          allowClear
          placeholder="按姓名或用户名查找"
          aria-label="查找人员"
          value={typedName}
          onChange={({ target }) => setTypedName(target.value)}
          style={{ maxWidth: 240 }}
        />
        {filters}
        <span className={styles.legend}>
          <i data-state="valid">有效</i>
          <i data-state="soon">30天内到期</i>
          <i data-state="expired">已过期</i>
        </span>
      </div>
      {isPending && <Skeleton active paragraph={{ rows: 10 }} />}
      {error && !data && <FailureAlert message={failureOf(error).pageText} onRetry={() => void refetch()} />}
      {matrix && !persons.length && (
        <Empty description={typedName.trim() ? '没有符合条件的人员' : emptyTexts.persons} />
      )}
      {matrix && persons.length > 0 && !itemGroups.length && <Empty description={emptyTexts.items} />}
      {matrix && persons.length > 0 && itemGroups.length > 0 && (
        <MatrixTable
          label={kind.label}
          head={kind.head}
          countText={kind.countText}
          matrix={matrix}
          groups={itemGroups}
          persons={persons}
          chosen={selection}
          onChoose={setSelection}
        />
      )}
      {matrix && <GrantBar kind={kind.grants} matrix={matrix} chosen={selection} onDone={resetAfterGrant} />}
    </>
  );
}
