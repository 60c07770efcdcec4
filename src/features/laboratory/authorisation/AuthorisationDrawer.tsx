import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Checkbox, Empty, Input, Skeleton } from 'antd';
import { useMemo, useState } from 'react';
import { failureOf } from '@/api/callFailures';
import { download, downloadName } from '@/api/download';
import { FailureAlert } from '@/lib/notice/FailureAlert';
import { PageDrawer } from '@/session/overlays';
import { useCan } from '@/session/useCan';
import { methodAuthorisation } from '@contract/features/laboratory/entities/methodAuthorisation';
import { permissionOf } from '@contract/permissions';
import { fetchMatrix, grant, matrixKey, withdraw } from './authorisationCalls';
import { type ChosenCell, groupsOfMethods, methodItems, personsShown } from './authorisationMatrix';
import { useAuthorisation } from './authorisationStore';
import { GrantBar, type GrantKind } from './GrantBar';
import { MatrixTable } from './MatrixTable';
import styles from './matrix.module.css';

const emptySelection: ChosenCell = { persons: new Set(), items: new Set() };

const kind: GrantKind = {
  entity: methodAuthorisation,
  counted: '个方法',
  hint: '点击格子，或勾选人员与方法后授权',
  question: (authorisations) => `确定撤销选中的${authorisations}项检测授权吗？撤销后不能再向其分发这些方法的样品。`,
  grant: (draft, items) => grant({ ...draft, methods: items.map(Number) }),
  withdraw,
};

/** Downloads the authorisations as a workbook. The client shows a refusal. */
const exportAuthorisations = () =>
  void download(`${methodAuthorisation.path}/export`, {}, downloadName(methodAuthorisation.label, 'xlsx'), {
    list: true,
  }).catch(() => undefined);

interface MatrixFiltersProps {
  readonly filter: { readonly typed: string; readonly usedOnly: boolean; readonly analystsOnly: boolean };
  readonly onTyped: (text: string) => void;
  readonly onUsedOnly: (usedOnly: boolean) => void;
  readonly onAnalystsOnly: (analystsOnly: boolean) => void;
}

/** Filters of the matrix, and the legend of its colours. */
function MatrixFilters({ filter, onTyped, onUsedOnly, onAnalystsOnly }: MatrixFiltersProps) {
  return (
    <div className={styles.filters}>
      <Input.Search
        allowClear
        placeholder="按方法名称、标准号或检测技术查找"
        aria-label="查找检测方法"
        value={filter.typed}
        onChange={({ target }) => onTyped(target.value)}
        style={{ maxWidth: 320 }}
      />
      <Checkbox checked={filter.usedOnly} onChange={({ target }) => onUsedOnly(target.checked)}>
        只看本机构使用的方法
      </Checkbox>
      <Checkbox checked={filter.analystsOnly} onChange={({ target }) => onAnalystsOnly(target.checked)}>
        只看检测员
      </Checkbox>
      <span className={styles.legend}>
        <i data-state="valid">有效</i>
        <i data-state="soon">30天内到期</i>
        <i data-state="expired">已过期</i>
      </span>
    </div>
  );
}

/** 检测授权: people, methods and validity (ISO/IEC 17025 6.2.6). Tests are assigned to authorised people only. */
export function AuthorisationDrawer() {
  const open = useAuthorisation((state) => state.open);
  const queries = useQueryClient();
  const mayExport = useCan([permissionOf(methodAuthorisation, 'export')]);
  const [typedText, setTypedText] = useState('');
  const [usedOnly, setUsedOnly] = useState(true);
  const [analystsOnly, setAnalystsOnly] = useState(true);
  const [selection, setSelection] = useState<ChosenCell>(emptySelection);
  const { data, isPending, error, refetch } = useQuery({
    queryKey: matrixKey,
    queryFn: ({ signal }) => fetchMatrix(signal),
    enabled: open,
    staleTime: 0,
    retry: false,
  });
  const filter = useMemo(() => ({ typed: typedText, usedOnly, analystsOnly }), [typedText, usedOnly, analystsOnly]);
  const groups = useMemo(() => (data ? groupsOfMethods(data, filter) : []), [data, filter]);
  const persons = useMemo(() => (data ? personsShown(data, filter) : []), [data, filter]);
  const matrix = useMemo(() => data && methodItems(data), [data]);
  const resetAfterGrant = () => {
    setSelection(emptySelection);
    void queries.invalidateQueries({ queryKey: matrixKey });
  };
  return (
    <PageDrawer
      open={open}
      size="100%"
      title="检测授权"
      extra={mayExport && <Button onClick={exportAuthorisations}>导出</Button>}
      onClose={() => useAuthorisation.setState({ open: false })}
      styles={{ body: { display: 'flex', flexDirection: 'column', gap: 8, overflow: 'hidden' } }}
    >
      <MatrixFilters filter={filter} onTyped={setTypedText} onUsedOnly={setUsedOnly} onAnalystsOnly={setAnalystsOnly} />
      {isPending && <Skeleton active paragraph={{ rows: 10 }} />}
      {error && !data && <FailureAlert message={failureOf(error).message} onRetry={() => void refetch()} />}
      {data && !persons.length && <Empty description="没有检测员：请先为人员分配检测员角色，或取消“只看检测员”" />}
      {data && persons.length > 0 && !groups.length && (
        <Empty
          description={
            typedText
              ? '没有符合条件的检测方法'
              : '本机构还没有使用检测方法：取消“只看本机构使用的方法”可从方法库中选择'
          }
        />
      )}
      {matrix && persons.length > 0 && groups.length > 0 && (
        <MatrixTable
          label="检测授权"
          head="检测方法"
          countText={(methods) => `${methods}个方法`}
          matrix={matrix}
          groups={groups}
          persons={persons}
          chosen={selection}
          onChoose={setSelection}
        />
      )}
      {matrix && <GrantBar kind={kind} matrix={matrix} chosen={selection} onDone={resetAfterGrant} />}
    </PageDrawer>
  );
}
