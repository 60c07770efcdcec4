import { Button } from 'antd';
import { Can } from '@/session/Can';
import type { Entity } from '@contract/entity';
import { permissionOf } from '@contract/permissions';
import { useReset } from './useReset';

interface ResetButtonProps {
  readonly entity: Entity;
  /** Stored row under the cursor; undefined without one. */
  readonly id: number | undefined;
  /** Reason why the button can't be pressed now. */
  readonly lockReason?: string | undefined;
  readonly onDone: () => Promise<unknown>;
}

/** Button 重置 beside a sheet, for the row under the cursor. It uses the list editor's own action. */
export function ResetButton({ entity, id, lockReason, onDone }: ResetButtonProps) {
  const { busy, reset } = useReset(entity, id, onDone);
  return (
    <Can permission={[permissionOf(entity, 'reset')]}>
      <Button
        loading={busy}
        disabled={id === undefined || lockReason !== undefined}
        {...(lockReason === undefined ? {} : { title: lockReason })}
        onClick={() => void reset()}
      >
        重置
      </Button>
    </Can>
  );
}
