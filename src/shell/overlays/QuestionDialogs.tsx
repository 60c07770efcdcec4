import { Modal } from 'antd';
import { useEffect } from 'react';
import type { Feedback } from '@/lib/feedback';
import { openPrompt } from './promptDialog';

interface OpenedQuestion {
  /** Removes the question without an answer. */
  destroy(): void;
}

/** Opens a question and passes the answer to `settle`. */
export interface QuestionOpener {
  confirm(
    question: string,
    options: NonNullable<Parameters<Feedback['confirm']>[1]>,
    settle: (answer: boolean) => void,
  ): OpenedQuestion;
  prompt(
    question: string,
    options: NonNullable<Parameters<Feedback['prompt']>[1]>,
    settle: (answer: string | null) => void,
  ): OpenedQuestion;
}

/** Renders the questions of the program. */
export function QuestionDialogs({ onReady }: { readonly onReady: (asking: QuestionOpener) => void }) {
  const [modal, place] = Modal.useModal();
  useEffect(
    () =>
      onReady({
        confirm: (question, { title = '提示', okText = '确定', cancelText = '取消', danger = false }, settle) =>
          modal.confirm({
            title,
            content: question,
            okText,
            cancelText,
            okButtonProps: { danger },
            // For dangerous questions Enter cancels.
            autoFocusButton: danger ? 'cancel' : 'ok',
            onOk: () => settle(true),
            onCancel: () => settle(false),
          }),
        prompt: (question, options, settle) => openPrompt(modal, question, options, settle),
      }),
    [modal, onReady],
  );
  return place;
}
