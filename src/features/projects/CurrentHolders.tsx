import { Button } from 'antd';
import { useState } from 'react';
import { succeeded } from '@/api/succeeded';
import { feedback } from '@/lib/feedback';
import { useCan } from '@/session/useCan';
import { project as projectEntity } from '@contract/features/projects/entities/project';
import { projectMachine, type Stage } from '@contract/features/projects/projectMachine';
import { projectTexts } from '@contract/features/projects/projectTexts';
import { permissionOf } from '@contract/permissions';
import { type ProjectHolders, urgeProject } from './projectCalls';
import { stageDuration } from './stageDuration';

const urgePermissions = [permissionOf(projectEntity, 'status')];

interface CurrentHoldersProps {
  readonly project: { readonly id: number; readonly stage?: unknown };
  readonly holders: ProjectHolders | undefined;
}

/**
 * Shows who has to act on a project, for how many days, and 催办. If nobody may act, it names the roles that
 * may. Shows nothing if the project is finished.
 */
export function CurrentHolders({ project, holders }: CurrentHoldersProps) {
  const [busy, setBusy] = useState(false);
  const mayUrge = useCan(urgePermissions);
  const people = holders?.people ?? [];
  if (!holders || projectMachine.states[project.stage as Stage]?.final) return null;
  if (people.length === 0) return holders.roles ? <span role="note">{projectTexts.nobody(holders.roles)}</span> : null;
  const urge = async () => {
    setBusy(true);
    await succeeded(urgeProject(project.id).then((message) => feedback.notify('success', message)));
    setBusy(false);
  };
  return (
    <span title={people.map(({ nickName }) => nickName).join('、')}>
      待
      {people
        .slice(0, 2)
        .map(({ nickName }) => nickName)
        .join('、')}
      {people.length > 2 ? `等${people.length}人` : ''}办理，{stageDuration(holders?.days ?? 0)}
      {mayUrge && (
        <Button type="link" size="small" loading={busy} onClick={() => void urge()}>
          催办
        </Button>
      )}
    </span>
  );
}
