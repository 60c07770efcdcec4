import { Checkbox, Input } from 'antd';
import { useCallback, useState } from 'react';
import { definePage, ListEditor } from '@/listEditor';
import { PageDrawer } from '@/session/overlays';
import { methodAuthorisation } from '@contract/features/laboratory/entities/methodAuthorisation';
import type { AuthorisationMatrix } from '@contract/features/laboratory/tasks/labTasks';
import { fetchMatrix, grant, matrixKey, withdraw } from './authorisationCalls';
import { groupsOfMethods, methodItems } from './authorisationMatrix';
import { useAuthorisation } from './authorisationStore';
import { type AuthorisationView, matrixBody, ViewChoice } from './AuthorisationViews';
import { GrantMatrix, type MatrixKind } from './GrantMatrix';

const kind: MatrixKind<AuthorisationMatrix> = {
  label: '检测授权',
  head: '检测方法',
  countText: (methods) => `${methods}个方法`,
  key: matrixKey,
  fetch: fetchMatrix,
  matrixOf: methodItems,
  grants: {
    entity: methodAuthorisation,
    counted: '个方法',
    hint: '点击格子，或勾选人员与方法后授权',
    question: (authorisations) => `确定撤销选中的${authorisations}项检测授权吗？撤销后不能再向其分发这些方法的样品。`,
    grant: (draft, items) => grant({ ...draft, methods: items.map(Number) }),
    withdraw,
  },
};

const page = definePage({
  entity: methodAuthorisation,
  url: 'api/methodAuthorisation',
  columns: ['person', 'method', 'validFrom', 'validUntil', 'certificateNo', 'remark'],
  filters: ['person', 'method', 'validUntil'],
  form: ['person', 'method', 'validFrom', 'validUntil', 'certificateNo', 'remark'],
  abilities: ['add', 'edit', 'del', 'restore', 'import', 'export'],
});

/**
 * 检测授权: people, methods and validity (ISO/IEC 17025 6.2.6), as a table and as a list that is imported and exported.
 * Tests are assigned to authorised people only.
 */
export function AuthorisationDrawer() {
  const open = useAuthorisation((state) => state.open);
  const [view, setView] = useState<AuthorisationView>('matrix');
  const [typedText, setTypedText] = useState('');
  const [usedOnly, setUsedOnly] = useState(true);
  const [analystsOnly, setAnalystsOnly] = useState(true);
  const groupsOf = useCallback(
    (data: AuthorisationMatrix) => groupsOfMethods(data, { typed: typedText, usedOnly }),
    [typedText, usedOnly],
  );
  return (
    <PageDrawer
      open={open}
      size="100%"
      title="检测授权"
      extra={<ViewChoice view={view} onChange={setView} />}
      onClose={() => useAuthorisation.setState({ open: false })}
      styles={view === 'matrix' ? { body: matrixBody } : {}}
    >
      {open && view === 'list' && <ListEditor page={page} embedded />}
      {view === 'matrix' && (
        <GrantMatrix
          kind={kind}
          shown={open}
          groupsOf={groupsOf}
          analystsOnly={analystsOnly}
          emptyTexts={{
            persons: '没有检测员：请先为人员分配检测员角色，或取消“只看检测员”',
            items: typedText
              ? '没有符合条件的检测方法'
              : '本机构还没有使用检测方法。取消“只看本机构使用的方法”可从方法库中选择。',
          }}
          filters={
            <>
              <Input.Search
                allowClear
                placeholder="按方法名称、标准号或检测技术查找"
                aria-label="查找检测方法"
                value={typedText}
                onChange={({ target }) => setTypedText(target.value)}
                style={{ maxWidth: 320 }}
              />
              <Checkbox checked={usedOnly} onChange={({ target }) => setUsedOnly(target.checked)}>
                只看本机构使用的方法
              </Checkbox>
              <Checkbox checked={analystsOnly} onChange={({ target }) => setAnalystsOnly(target.checked)}>
                只看检测员
              </Checkbox>
            </>
          }
        />
      )}
    </PageDrawer>
  );
}
