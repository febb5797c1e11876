// Everything from a message is put on the page as text, never as HTML.
const REFRESH_MS = 2000;
const byId = (id) => document.getElementById(id);
const [list, filter] = ['list', 'filter'].map(byId);

let messages = [];
let chosen = location.hash.slice(1);
let shown = '';

async function refresh() {
  try {
    const reply = await fetch('inbox.json');
    messages = (await reply.json()).messages;
    draw();
  } catch {
    byId('count').textContent = 'The mail server does not answer.';
  }
}

function draw() {
  const wanted = filter.value.trim().toLowerCase();
  const matching = messages.filter(({ subject, to }) =>
    [subject, ...to].some((text) => text.toLowerCase().includes(wanted)),
  );
  byId('count').textContent = matching.length === 1 ? '1 message' : `${matching.length} messages`;
  byId('empty').hidden = messages.length > 0;
  const focused = list.contains(document.activeElement) ? document.activeElement.dataset.id : undefined;
  list.replaceChildren(...matching.map(row));
  if (focused) list.querySelector(`[data-id="${focused}"]`)?.focus();
  show(messages.find(({ id }) => id === chosen));
}

function row({ id, subject, to, receivedAt }) {
  const button = element('button', '', { type: 'button' });
  button.dataset.id = id;
  button.setAttribute('aria-current', String(id === chosen));
  button.append(element('strong', subject || '(no subject)'), timeOf(receivedAt), element('span', to.join(', ')));
  button.addEventListener('click', () => choose(id));
  const item = document.createElement('li');
  item.append(button);
  return item;
}

function choose(id) {
  chosen = id;
  history.replaceState(null, '', `#${id}`);
  draw();
}

function show(message) {
  byId('message').hidden = !message;
  if (!message || shown === message.id) return;
  shown = message.id;
  byId('subject').textContent = message.subject || '(no subject)';
  byId('from').textContent = message.from;
  byId('to').textContent = message.to.join(', ');
  byId('text').replaceChildren(...withLinks(message.text));
}

function withLinks(text) {
  return text
    .split(/(https?:\/\/[^\s<>"]+[^\s<>".,;:!?)])/)
    .map((part, index) =>
      index % 2 === 0 ? part : element('a', part, { href: part, target: '_blank', rel: 'noreferrer' }),
    );
}

function timeOf(receivedAt) {
  const date = new Date(receivedAt);
  const today = date.toDateString() === new Date().toDateString();
  return element('time', today ? date.toLocaleTimeString() : date.toLocaleString(), { dateTime: receivedAt });
}

function element(name, text, properties = {}) {
  return Object.assign(document.createElement(name), { textContent: text, ...properties });
}

filter.addEventListener('input', draw);
byId('clear').addEventListener('click', async () => {
  await fetch('inbox.json', { method: 'DELETE' });
  await refresh();
});
await refresh();
setInterval(refresh, REFRESH_MS);
