import { Button } from 'antd';
import { Link } from 'react-router-dom';
import { succeeded } from '@/api/succeeded';
import { feedback } from '@/lib/feedback';
import { useCan } from '@/session/useCan';
import { labSheet } from '@contract/features/laboratory/entities/labSheet';
import { sheetGroupTexts } from '@contract/features/laboratory/sheets/sheetGroup';
import { permissionOf } from '@contract/permissions';
import { separateSheets } from '../laboratoryCalls';
import type { MethodPageProps } from '../methodPages';
import styles from '../methods.module.css';

const editPermissions = [permissionOf(labSheet, 'edit')];

/**
 * Shows the hazards of an original record that several hazards share. Each hazard links to the same page of its own
 * detection record. Shows nothing for a record with a single hazard.
 */
export function GroupTabs({ work, route, reload }: MethodPageProps) {
  const mayEdit = useCan(editPermissions);
  const { group, sheet, project, locked } = work;
  if (!group) return null;
  const leaveGroup = async () => {
    if (!(await feedback.confirm(sheetGroupTexts.confirmLeave(String(sheet.hazardName))))) return;
    const rows = [{ id: sheet.id, version: sheet.version }];
    await succeeded(separateSheets(rows).then((message) => feedback.notify('success', message)));
    await reload();
  };
  return (
    <nav className={styles.group} aria-label={sheetGroupTexts.members}>
      <span className={styles.code} title={sheetGroupTexts.makeHint}>
        {group.no}
      </span>
      {group.members.map(({ id, hazardName, sheetNo, complete }) => (
        <Link
          key={id}
          to={`${route.path}?${new URLSearchParams({ belongProject: String(project.id), phyId: String(id) }).toString()}`}
          className={styles.tab}
          aria-current={id === sheet.id ? 'page' : undefined}
          title={sheetNo}
        >
          {hazardName}
          {complete && <small className={styles.good}>结果齐全</small>}
        </Link>
      ))}
      {locked === null && mayEdit && (
        <Button size="small" onClick={() => void leaveGroup()}>
          {sheetGroupTexts.leave}
        </Button>
      )}
    </nav>
  );
}
