import { Alert, Button } from 'antd';

interface FailureAlertProps {
  /** Chinese sentence of the failure. */
  readonly message: string;
  readonly onRetry: () => void;
}

/** Replaces a part of the page that could not be loaded, with a button to retry. */
export function FailureAlert({ message, onRetry }: FailureAlertProps) {
  return (
    <Alert
      type="error"
      showIcon
      title={message}
      action={
        <Button size="small" onClick={onRetry}>
          重试
        </Button>
      }
    />
  );
}
