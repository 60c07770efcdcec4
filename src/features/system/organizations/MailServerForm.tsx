import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Flex } from 'antd';
import { useEffect, useState } from 'react';
import { crud } from '@/api/crudClient';
import { succeeded } from '@/api/succeeded';
import { fetchMailState, sendTestMail } from '@/features/notices/mailCalls';
import { feedback } from '@/lib/feedback';
import { definePage, EditDialog, useListEditor } from '@/listEditor';
import type { Entity } from '@contract/entity';
import { mailServerTexts, mailTexts } from '@contract/features/notices/mailNotices';
import { mailServer } from '@contract/features/system/entities/mailServer';
import { useMailForm } from './mailFormStore';

/** Shows which settings are used, and sends a test letter with them. */
function UsedMailServer() {
  const [busy, setBusy] = useState(false);
  const { data } = useQuery({
    queryKey: ['mailServer'],
    queryFn: fetchMailState,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  if (!data) return null;
  const { used, email } = data;
  const test = async () => {
    setBusy(true);
    await succeeded(sendTestMail().then((message) => feedback.notify('success', message)));
    setBusy(false);
  };
  const title = !used
    ? mailServerTexts.none
    : used.byEnvironment
      ? mailServerTexts.byEnvironment(used)
      : mailServerTexts.used(used);
  return (
    <Flex vertical gap={8} style={{ marginBlockEnd: 16 }}>
      <Alert type={used?.byEnvironment ? 'warning' : 'info'} showIcon title={title} />
      {used && (
        <Flex wrap align="center" gap={8}>
          <Button loading={busy} disabled={!email} onClick={() => void test()}>
            {mailServerTexts.test}
          </Button>
          <span>{email ? `${mailServerTexts.testHint}${email}` : mailTexts.needsAddress}</span>
        </Flex>
      )}
    </Flex>
  );
}

const config = definePage({
  entity: mailServer,
  url: 'api/mailServer',
  columns: ['host'],
  form: ['host', 'port', 'encryption', 'account', 'password', 'sender', 'active'],
  sections: [{ after: 'active', component: UsedMailServer }],
});

/** 邮件设置: edits the single row, or creates it. */
export function MailServerForm() {
  const editor = useListEditor(config, { embedded: true });
  const round = useMailForm((state) => state.round);
  const { openForm } = editor;
  useEffect(() => {
    if (!round) return;
    useMailForm.setState({ round: 0 });
    void crud<Entity>(mailServer)
      .list({ page: 0, size: 1 })
      .then(
        ({ content: [row] }) => openForm(row ? 'edit' : 'add', row ?? null),
        () => undefined,
      );
  }, [round, openForm]);
  return <EditDialog editor={editor} />;
}
