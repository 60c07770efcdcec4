import { Alert, Button } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { mayOpen } from '@/features/projects/nextPages/useNextPages';
import { useSession } from '@/session/sessionStore';
import type { PlaceLink } from '@contract/features/platforms/placeLinks';
import type { Finding } from '@contract/features/platforms/pushFindings';
import { mayAny } from '@contract/permissions';
import styles from './platforms.module.css';

interface FindingsProps {
  readonly title: string;
  readonly findings: readonly Pick<Finding, 'field' | 'message' | 'place'>[];
}

/** Number of findings shown at a time; a large report may have thousands. */
const findingsPerStep = 100;

/**
 * Lists missing data, each with a link to the page where it is entered. Without the permission for that page, a note
 * says who can enter it, with a link to view it.
 */
export function PushFindings({ title, findings }: FindingsProps) {
  const [shownCount, setShownCount] = useState(findingsPerStep);
  const table = useSession((session) => session.routeTable);
  const permissions = useSession((session) => session.permissions);
  const mayOpenPath = (path: string): boolean => mayOpen(table, path.split('?')[0] ?? path);
  const mayFill = ({ path, permission }: PlaceLink): boolean =>
    mayOpenPath(path) && (permission === undefined || mayAny(permissions, [permission]));
  const hiddenCount = findings.length - shownCount;
  return (
    <Alert
      type="warning"
      showIcon
      title={title}
      description={
        // Focusable, so that the keyboard can scroll.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <ul className={styles.findings} tabIndex={0} aria-label="缺少的资料">
          {findings.slice(0, shownCount).map(({ field, message, place }) => (
            <li key={`${field}${message}`}>
              {message}
              {mayFill(place) ? (
                <Link to={place.path} aria-label={`${message}，到${place.title}填写`}>
                  到{place.title}填写
                </Link>
              ) : (
                <span className={styles.quiet}>
                  请由有权限的人员到
                  {place.look !== undefined && mayOpenPath(place.look) ? (
                    <Link to={place.look}>{place.title}</Link>
                  ) : (
                    place.title
                  )}
                  填写
                </span>
              )}
            </li>
          ))}
          {hiddenCount > 0 && (
            <li>
              还有{hiddenCount}项
              <Button type="link" size="small" onClick={() => setShownCount(shownCount + findingsPerStep)}>
                再显示{Math.min(hiddenCount, findingsPerStep)}项
              </Button>
            </li>
          )}
        </ul>
      }
    />
  );
}
