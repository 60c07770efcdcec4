import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Empty, Input, Skeleton } from 'antd';
import { useMemo, useState } from 'react';
import { failureOf } from '@/api/callFailures';
import { FailureAlert } from '@/lib/notice/FailureAlert';
import { dutyAuthorisation } from '@contract/features/laboratory/entities/dutyAuthorisation';
import { dutyMatrixKey, fetchDutyMatrix, grantDuties, withdrawDuties } from './authorisationCalls';
import { type ChosenCell, dutyGroups, dutyItems, dutyOfItem, personsNamed } from './authorisationMatrix';
import { GrantBar, type GrantKind } from './GrantBar';
import { MatrixTable } from './MatrixTable';
import styles from './matrix.module.css';

const emptySelection: ChosenCell = { persons: new Set(), items: new Set() };

const kind: GrantKind = {
  entity: dutyAuthorisation,
  counted: '个事项',
  hint: '点击格子，或勾选人员与事项后授权',
  question: (authorisations) => `确定撤销选中的${authorisations}项岗位授权吗？撤销后不能再办理这些事项。`,
  grant: (draft, items) => grantDuties({ ...draft, duties: items.map(dutyOfItem) }),
  withdraw: withdrawDuties,
};

/** People, duties by field, and validity: many people are authorised for many duties at once. */
export function DutyMatrix() {
  const queries = useQueryClient();
  const [typedText, setTypedText] = useState('');
  const [selection, setSelection] = useState<ChosenCell>(emptySelection);
  const { data, isPending, error, refetch } = useQuery({
    queryKey: dutyMatrixKey,
    queryFn: ({ signal }) => fetchDutyMatrix(signal),
    staleTime: 0,
    retry: false,
  });
  const matrix = useMemo(() => data && dutyItems(data), [data]);
  const groups = useMemo(() => (matrix ? dutyGroups(matrix) : []), [matrix]);
  const persons = useMemo(() => (matrix ? personsNamed(matrix, typedText.trim()) : []), [matrix, typedText]);
  const resetAfterGrant = () => {
    setSelection(emptySelection);
    void queries.invalidateQueries({ queryKey: dutyMatrixKey });
  };
  return (
    <>
      <div className={styles.filters}>
        <Input.Search
          allowClear
          placeholder="按姓名或用户名查找"
          aria-label="查找人员"
          value={typedText}
          onChange={({ target }) => setTypedText(target.value)}
          style={{ maxWidth: 240 }}
        />
        <span className={styles.legend}>
          <i data-state="valid">有效</i>
          <i data-state="soon">30天内到期</i>
          <i data-state="expired">已过期</i>
        </span>
      </div>
      {isPending && <Skeleton active paragraph={{ rows: 10 }} />}
      {error && !data && <FailureAlert message={failureOf(error).message} onRetry={() => void refetch()} />}
      {matrix && !persons.length && (
        <Empty description={typedText ? '没有符合条件的人员' : '还没有人员：请先在“用户管理”中新增或导入人员'} />
      )}
      {matrix && persons.length > 0 && (
        <MatrixTable
          label={dutyAuthorisation.label}
          head="授权事项"
          countText={(items) => `${items}个领域`}
          matrix={matrix}
          groups={groups}
          persons={persons}
          chosen={selection}
          onChoose={setSelection}
        />
      )}
      {matrix && <GrantBar kind={kind} matrix={matrix} chosen={selection} onDone={resetAfterGrant} />}
    </>
  );
}
