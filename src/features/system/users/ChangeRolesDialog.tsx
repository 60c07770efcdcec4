import { Form } from 'antd';
import { useEffect, useState } from 'react';
import { client } from '@/api/client';
import { PaneForm } from '@/fields/PaneForm';
import { RefsInput } from '@/fields/referenceInputs';
import { feedback } from '@/lib/feedback';
import { PageModal } from '@/session/overlays';
import { user } from '@contract/features/system/entities/user';
import { roleTexts } from '@contract/features/system/roleTexts';
import { useRoleChange } from './rightsStore';

/** 调整角色: adds and removes roles of the selected people; other roles stay. */
export function ChangeRolesDialog() {
  const { people, refresh } = useRoleChange();
  const [add, setAdd] = useState<number[]>([]);
  const [remove, setRemove] = useState<number[]>([]);
  const [busy, setBusy] = useState(false);
  const open = people.length > 0;
  useEffect(() => {
    setAdd([]);
    setRemove([]);
  }, [people]);
  const close = () => useRoleChange.setState({ people: [] });
  const save = async () => {
    setBusy(true);
    try {
      const { data } = await client.put<{ body: { changed: number } }>(`${user.path}/roles`, {
        ids: people.map(({ id }) => id),
        add,
        remove,
      });
      feedback.notify('success', roleTexts.changed(data.body.changed));
      close();
      await refresh();
    } catch {
      // The client has shown the error; the selection stays.
    } finally {
      setBusy(false);
    }
  };
  const label = (text: string) => ({ ...user.fields.roles, label: text });
  return (
    <PageModal
      open={open}
      about={people}
      title={`${roleTexts.change}（${people.length}人）`}
      okText="保存"
      cancelText="取消"
      confirmLoading={busy}
      okButtonProps={{ disabled: !add.length && !remove.length }}
      onOk={() => void save()}
      onCancel={close}
    >
      <p>{people.map(({ nickName, userName }) => `${String(nickName)}（${String(userName)}）`).join('、')}</p>
      <PaneForm layout="vertical">
        <Form.Item label={roleTexts.add}>
          <RefsInput field={label(roleTexts.add)} value={add} onChange={(next) => setAdd(next ?? [])} />
        </Form.Item>
        <Form.Item label={roleTexts.remove}>
          <RefsInput field={label(roleTexts.remove)} value={remove} onChange={(next) => setRemove(next ?? [])} />
        </Form.Item>
      </PaneForm>
    </PageModal>
  );
}
