import { Alert, Button } from 'antd';

interface FailureAlertProps {
  /** Chinese sentence of the failure. */
  readonly message: string;
  readonly onRetry: () => void;
}

/** Says in place of a part of the page that it could not be loaded, and offers to try again. */
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
