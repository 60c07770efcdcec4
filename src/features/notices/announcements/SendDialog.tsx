import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Descriptions, Form, Radio } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { failureOf } from '@/api/callFailures';
import { fetchReceivers, type ReceiverKind, sendAnnouncement } from '@/api/notices';
import { succeeded } from '@/api/succeeded';
import { DictCell } from '@/fields';
import { inputs } from '@/fields/fieldInputs';
import { PaneForm } from '@/fields/PaneForm';
import { feedback } from '@/lib/feedback';
import { useDebounced } from '@/lib/useDebounced';
import { loadNotices } from '@/session/notices/noticeStore';
import { PageModal } from '@/session/overlays';
import { useSession } from '@/session/sessionStore';
import type { AnyRow } from '@contract/entity';
import { announcement } from '@contract/features/notices/entities/notice';
import { refs } from '@contract/field';
import { useAnnouncementDialogs } from './announcementDialogs';

const targets = {
  organization: refs('机构', { to: 'organization' }),
  roles: refs('角色', { to: 'role' }),
  users: refs('人员', { to: 'user' }),
};
const Chooser = inputs.refs;
const noIds: readonly number[] = [];
const noNames: readonly string[] = [];

/** The announcement to send. */
function AnnouncementFacts({ row }: { readonly row: AnyRow }) {
  return (
    <Descriptions
      column={1}
      size="small"
      style={{ marginBottom: 12 }}
      items={[
        { key: 'titile', label: '标题', children: String(row.titile) },
        {
          key: 'kind',
          label: '类型',
          children: (
            <span style={{ display: 'flex', gap: 16 }}>
              <DictCell dict="msgCategory" value={row.msgCategory} />
              <DictCell dict="priority" value={row.priority} />
            </span>
          ),
        },
      ]}
    />
  );
}

interface RangeItemProps {
  readonly kind: ReceiverKind;
  readonly admin: boolean;
  readonly onKind: (kind: ReceiverKind) => void;
}

function RangeItem({ kind, admin, onKind }: RangeItemProps) {
  return (
    <Form.Item label="接收范围">
      <Radio.Group
        value={kind}
        onChange={(event) => onKind(event.target.value as ReceiverKind)}
        options={[
          { value: 'all', label: admin ? '各机构全部人员（不含企业用户）' : '本机构全部人员（不含企业用户）' },
          { value: 'organization', label: admin ? '按机构' : '仅本机构员工' },
          { value: 'roles', label: '按角色' },
          { value: 'users', label: '指定人员' },
          { value: 'clients', label: '企业用户' },
        ]}
      />
    </Form.Item>
  );
}

interface ReceiverCountProps {
  /** Names the choice that is missing; null if none is. */
  readonly missingChoice: string | null;
  readonly error: unknown;
  readonly count: number | null;
  readonly names: readonly string[];
}

/** Number and first names of the recipients. */
function ReceiverCount({ missingChoice, error, count, names }: ReceiverCountProps) {
  return (
    <div aria-live="polite">
      {missingChoice !== null ? (
        <Alert type="info" showIcon title={`请选择${missingChoice}`} />
      ) : error ? (
        <Alert type="error" showIcon title={failureOf(error).pageText} />
      ) : count === null ? (
        <Alert type="info" showIcon title="正在统计接收人…" />
      ) : (
        <Alert
          type="warning"
          showIcon
          title={`将发送给${count}人`}
          description={`${names.join('、')}${count > names.length ? '等' : ''}。发布后不能修改，只能撤销。`}
        />
      )}
    </div>
  );
}

/** State of the dialog: the chosen recipients, their number from the server, and the sending itself. */
function useSending() {
  const row = useAnnouncementDialogs((state) => state.sending);
  const admin = useSession((session) => session.user?.isAdmin === true);
  const queryClient = useQueryClient();
  const [kind, setKind] = useState<ReceiverKind>('all');
  const [ids, setIds] = useState<Readonly<Partial<Record<ReceiverKind, readonly number[]>>>>({});
  const [busy, setBusy] = useState(false);
  const key = useRef('');
  useEffect(() => {
    if (!row) return;
    setKind('all');
    setIds({});
    // One key per draft and opening: pressing the button twice sends once.
    key.current = `send-${row.id}-${row.version}-${Date.now()}`;
  }, [row]);

  const chosenIds = ids[kind] ?? noIds;
  const needsChoice = kind === 'roles' || kind === 'users' || (kind === 'organization' && admin);
  const complete = !needsChoice || chosenIds.length > 0;
  const to = useDebounced({ kind, ids: needsChoice ? chosenIds : noIds }, 250);
  const ready = to.kind === kind && complete;
  const receivers = useQuery({
    queryKey: ['receivers', row?.id, to],
    queryFn: ({ signal }) => fetchReceivers(to, signal),
    enabled: row !== null && ready,
    gcTime: 0,
    retry: false,
  });
  const count = ready && receivers.data ? receivers.data.count : null;

  const close = () => useAnnouncementDialogs.setState({ sending: null });
  const send = async () => {
    if (!row || count === null) return;
    setBusy(true);
    const isSent = await succeeded(
      sendAnnouncement(row.id, to, key.current).then((message) => feedback.notify('success', message)),
    );
    setBusy(false);
    await queryClient.invalidateQueries({ queryKey: ['list', announcement.path] });
    if (!isSent) return;
    close();
    void loadNotices();
  };
  const setChosenIds = (next: readonly number[]) => setIds((before) => ({ ...before, [kind]: next }));
  return {
    row,
    admin,
    kind,
    setKind,
    chosenIds,
    setChosenIds,
    needsChoice,
    complete,
    receivers,
    count,
    busy,
    send,
    close,
  };
}

/** Dialog for the recipients of a draft, with their number. A sent announcement can't be changed. */
export function SendDialog() {
  const sending = useSending();
  const target = sending.kind === 'all' || sending.kind === 'clients' ? null : targets[sending.kind];
  return (
    <PageModal
      open={sending.row !== null}
      width={600}
      title="发布公告"
      okText={sending.count === null ? '发布' : `发布给${sending.count}人`}
      okButtonProps={{ disabled: sending.count === null }}
      confirmLoading={sending.busy}
      onOk={() => void sending.send()}
      onCancel={sending.close}
      mask={{ closable: false }}
    >
      {sending.row && (
        <>
          <AnnouncementFacts row={sending.row} />
          <PaneForm layout="vertical">
            <RangeItem kind={sending.kind} admin={sending.admin} onKind={sending.setKind} />
            {target && sending.needsChoice && (
              <Form.Item label={target.label} htmlFor="receivers" required>
                <Chooser
                  key={sending.kind}
                  {...({
                    id: 'receivers',
                    field: target,
                    value: sending.chosenIds,
                    onChange: (next: number[] | null) => sending.setChosenIds(next ?? []),
                  } as object as { field: never })}
                />
              </Form.Item>
            )}
          </PaneForm>
          <ReceiverCount
            missingChoice={sending.complete ? null : (target?.label ?? '')}
            error={sending.receivers.error}
            count={sending.count}
            names={sending.receivers.data?.names ?? noNames}
          />
        </>
      )}
    </PageModal>
  );
}
