import { Alert } from 'antd';
import { type ProjectScope, scopeLabels } from '@contract/features/library/accreditationScope';
import { useProjectScope } from './useProjectScope';

type ScopeLine = ProjectScope['lines'][number];

const lineText = ({ hazardName, method, standardNo, state, restriction, itemNo }: ScopeLine): string =>
  [
    `${hazardName}：${scopeLabels[state]}`,
    standardNo
      ? `（${method?.includes(standardNo) ? method : `${standardNo} ${method ?? ''}`.trim()}）`
      : '（没有检测方法）',
    itemNo ? `，能力附表序号${itemNo}` : '',
    restriction ? `，限制范围：${restriction}` : '',
  ].join('');

/**
 * Shows which hazards of a project are outside the accredited scope, ended or restricted, and what to do. Shows
 * nothing without an annex.
 */
export function ScopeNote({ project }: { readonly project: number }) {
  const { scope: projectScope } = useProjectScope(project);
  if (!projectScope?.annex || !projectScope.lines.length) return null;
  const open = projectScope.lines.filter(({ state }) => state !== 'inside');
  const notableLines = [
    ...open,
    ...projectScope.lines.filter(({ state, restriction }) => state === 'inside' && restriction),
  ];
  const title = open.length
    ? `${open.length}项不在资质认定能力附表内或已过期：请更换方法，或征得客户书面同意后分包`
    : `${projectScope.lines.length}项均在资质认定能力附表内${projectScope.until ? `，最早于${projectScope.until}到期` : ''}`;
  return (
    <Alert
      type={open.length ? 'warning' : 'success'}
      showIcon
      title={title}
      description={
        notableLines.length > 0 && (
          <ul>
            {notableLines.map((line) => (
              <li key={`${line.hazard}/${line.method ?? ''}`}>{lineText(line)}</li>
            ))}
          </ul>
        )
      }
    />
  );
}
