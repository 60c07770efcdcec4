import { Alert } from 'antd';
import type { ShownPart } from '@contract/features/platforms/exchange/messageFields';
import type { ExchangeView } from '@contract/features/platforms/pushWire';
import styles from './platforms.module.css';

/** Number of rows of a part shown at a time; a report may have thousands of points. */
const rowsPerStep = 500;

/** Group or list of the message: the sent values, with our own value beside each converted one. */
function MessagePartTable({ part: { title, columns, rows } }: { readonly part: ShownPart }) {
  return (
    <section className={styles.section} aria-label={title}>
      <h3>{title}</h3>
      <div className={styles.wide}>
        <table className={styles.table}>
          <thead>
            <tr>
              {columns.map(({ name, label }) => (
                <th key={name} scope="col" title={name}>
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, rowsPerStep).map((row, index) => (
              <tr key={index}>
                {row.map(({ sentText, ourText }, columnIndex) => (
                  <td key={columns[columnIndex]?.name ?? columnIndex}>
                    {sentText === '' ? <span className={styles.quiet}>不发送</span> : sentText}
                    {ourText !== null && <span className={styles.quiet}>（{ourText}）</span>}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > rowsPerStep && (
        <p className={styles.quiet}>
          只显示前{rowsPerStep}行，报文中有全部{rows.length}行
        </p>
      )}
    </section>
  );
}

/**
 * Shows the message by groups and points, in the form that the authority reads, with our own value beside each
 * converted one.
 */
export function ExchangeParts({ exchange: { parts, notes } }: { readonly exchange: ExchangeView }) {
  return (
    <>
      {notes.length > 0 && (
        <Alert
          type="info"
          showIcon
          title="推送前请注意"
          description={
            <ul className={styles.findings}>
              {notes.map((note) => (
                <li key={note}>{note}</li>
              ))}
            </ul>
          }
        />
      )}
      {parts.map((part) => (
        <MessagePartTable key={part.title} part={part} />
      ))}
    </>
  );
}
