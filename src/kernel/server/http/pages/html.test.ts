import { expect, test } from 'vitest';
import { html } from './html.ts';

test('interpolated values are escaped, and HTML is not', () => {
  const hostile = `"><script>alert('x')</script>`;
  expect(html`<p title="${hostile}">${[html`<b>${'&'}</b>`, 7, null, false]}</p>`.text).toBe(
    '<p title="&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;"><b>&amp;</b>7</p>',
  );
});
