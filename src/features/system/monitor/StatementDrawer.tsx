import { Descriptions, Drawer } from 'antd';
import { cellText } from '@/fields';
import { CopyButton } from '@/lib/CopyButton';
import { usePageActive } from '@/session/tabs/pageState';
import type { AnyRow, Entity } from '@contract/entity';
import styles from './monitor.module.css';

const plainLabel = (_dict: string, value: string): string => value;

interface StatementDrawerProps {
  readonly entity: Entity;
  readonly row: AnyRow | null;
  readonly onClose: () => void;
}

/** Shows the full text of a statement with its figures. */
export function StatementDrawer({ entity, row, onClose }: StatementDrawerProps) {
  const isActive = usePageActive();
  return (
    <Drawer open={row !== null && isActive} size={640} title="语句" onClose={onClose}>
      {row && (
        <>
          <pre className={styles.sql}>{String(row['sql'])}</pre>
          <p>
            <CopyButton text={String(row['sql'])} />
          </p>
          <Descriptions
            column={1}
            size="small"
            bordered
            items={Object.entries(entity.fields)
              .filter(([name]) => name !== entity.titleField)
              .map(([name, field]) => ({
                key: name,
                label: field.label,
                children: `${cellText(field, row[name], row, name, plainLabel)}${field.unit && row[name] !== null ? ` ${field.unit}` : ''}`,
              }))}
          />
        </>
      )}
    </Drawer>
  );
}
