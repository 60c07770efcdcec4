import type { Modal as AntModal } from 'antd';
import { deferredPart } from '@/lib/deferredPart';
import type { Feedback } from '@/lib/feedback';

type ModalApi = ReturnType<typeof AntModal.useModal>[0];
type PromptOptions = NonNullable<Parameters<Feedback['prompt']>[1]>;

// Rarely used, so it loads with the first question.
const PromptField = deferredPart(async () => (await import('./PromptField')).PromptField);

/**
 * Asks for a text and passes it, or null, to `settle`. An empty password, or a text that `check` refuses, keeps the
 * dialog open with the reason.
 */
export function openPrompt(
  modal: ModalApi,
  question: string,
  { secret, placeholder, check, okText = '确定' }: PromptOptions,
  settle: (answer: string | null) => void,
) {
  let text = '';
  let complaint: string | null = null;
  const complain = (next: string | null) => {
    complaint = next;
    dialog.update({ content: field() });
  };
  const accept = (close: () => void) => {
    const problem = secret && text === '' ? '请输入登录密码' : (check?.(text) ?? null);
    if (problem !== null) return complain(problem);
    settle(text);
    close();
  };
  const field = () => (
    <PromptField
      wanted
      question={question}
      secret={secret}
      placeholder={placeholder}
      complaint={complaint}
      onText={(next) => {
        text = next;
        if (complaint !== null) complain(null);
      }}
      onEnter={() => accept(() => dialog.destroy())}
    />
  );
  const dialog = modal.confirm({
    title: question,
    icon: null,
    content: field(),
    okText,
    cancelText: '取消',
    // antd leaves the closing to a handler with a parameter.
    onOk: (close: () => void) => accept(close),
    onCancel: () => settle(null),
  });
  return dialog;
}
