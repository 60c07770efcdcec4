import { returnText, returnedTexts, type ReturnDetails } from '@contract/workflow/returnedWork';
import styles from './dashboard.module.css';

/** Shows below a task that it was returned, by whom, when and why. */
export function ReturnedLine({ returned }: { readonly returned: ReturnDetails | undefined }) {
  if (!returned) return null;
  const line = returnText(returned);
  return (
    <span className={styles.returned} title={line}>
      <b>{returnedTexts.mark}</b> {line}
    </span>
  );
}
