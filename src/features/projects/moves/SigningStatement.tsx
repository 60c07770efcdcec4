import { Checkbox, Form } from 'antd';
import { signingStatement, signingTexts } from '@contract/workflow/signatureTexts';
import styles from '../projects.module.css';

/** 电子签名声明, accepted before the first signature. A field of the signing form. */
export function SigningStatement() {
  return (
    <section className={styles.statement} aria-labelledby="signing-statement">
      <h3 id="signing-statement">{signingStatement.title}</h3>
      <p>{signingStatement.intro}</p>
      <ol>
        {signingStatement.items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ol>
      <Form.Item
        name="accepted"
        valuePropName="checked"
        rules={[
          {
            validator: (_rule, value) =>
              value === true ? Promise.resolve() : Promise.reject(new Error(signingTexts.mustAccept)),
          },
        ]}
      >
        <Checkbox>{signingTexts.accept}</Checkbox>
      </Form.Item>
    </section>
  );
}
