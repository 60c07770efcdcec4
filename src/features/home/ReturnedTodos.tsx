import { Link } from 'react-router-dom';
import type { ReturnedTodo } from '@contract/features/home/dashboardWire';
import { returnedTexts } from '@contract/workflow/returnedWork';
import { HomeCard } from './HomeCard';
import { ReturnedLine } from './ReturnedLine';
import styles from './dashboard.module.css';

/**
 * Lists forms, curves, nonconformities and declarations that were returned to the person. Each opens the page where
 * it is corrected.
 */
export function ReturnedTodos({ todos }: { readonly todos: readonly ReturnedTodo[] }) {
  if (!todos.length) return null;
  return (
    <HomeCard title={returnedTexts.mark} count={todos.length} empty={null}>
      <ul className={styles.list}>
        {todos.map(({ entity, id, title, path, returned }) => (
          <li key={`${entity} ${id}`} className={styles.pair}>
            <span className={styles.thing}>
              <Link className={styles.name} to={path} title={title}>
                {title}
              </Link>
              <ReturnedLine returned={returned} />
            </span>
          </li>
        ))}
      </ul>
    </HomeCard>
  );
}
