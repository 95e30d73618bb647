/**
 * Painting on the plane with a pointer or the keyboard. It stores no points and only
 * calls back: `paint(x, y)` for a new point, `erase(x, y, reach)` at the eraser, `hover(x, y)` or `hover(null)`, `choose(tool)`
 * for a key that stands for a tool.
 */

const spacing = 16; // canvas pixels between two points of one stroke
const reach = 14;   // canvas pixels around the eraser

export function attachBrush(canvas, plane, { tool, paint, erase, hover, choose }) {
  let last = null;
  const apply = ({ x, y }) => {
    if (Math.abs(x) > 1 || Math.abs(y) > 1) return;
    if (tool() === 'eraser') erase(x, y, reach * plane.pixel);
    else paint(x, y);
  };

  canvas.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    canvas.setPointerCapture(event.pointerId);
    last = [event.offsetX, event.offsetY];
    apply(plane.toPlane(...last));
  });
  canvas.addEventListener('pointermove', (event) => {
    const at = [event.offsetX, event.offsetY];
    const { x, y } = plane.toPlane(...at);
    hover(x, y);
    if (!last) return;
    const far = tool() === 'eraser' ? 2 : spacing;
    if (Math.hypot(at[0] - last[0], at[1] - last[1]) < far) return;
    last = at;
    apply({ x, y });
  });
  const lift = () => { last = null; };
  canvas.addEventListener('pointerup', lift);
  canvas.addEventListener('pointercancel', lift);
  canvas.addEventListener('pointerleave', () => hover(null));

  // The keyboard: arrows move a cursor, Space or Enter paints, Backspace or
  // Delete erases, 1 to 6 and E choose the tool.
  const cursor = { x: 0, y: 0 };
  const show = () => plane.setCursor({ ...cursor, label: tool() === 'eraser' ? null : tool() });
  const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
  canvas.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = steps[event.key];
    if (step) {
      const length = event.shiftKey ? 0.2 : 0.04;
      cursor.x = Math.max(-1, Math.min(1, cursor.x + length * step[0]));
      cursor.y = Math.max(-1, Math.min(1, cursor.y + length * step[1]));
      hover(cursor.x, cursor.y);
    } else if (event.key === ' ' || event.key === 'Enter') {
      apply(cursor);
    } else if (event.key === 'Backspace' || event.key === 'Delete') {
      erase(cursor.x, cursor.y, reach * plane.pixel);
    } else if ('123456'.includes(event.key)) {
      choose(Number(event.key) - 1);
    } else if (event.key.toLowerCase() === 'e') {
      choose('eraser');
    } else {
      return;
    }
    event.preventDefault();
    show();
  });
  canvas.addEventListener('focus', () => { if (canvas.matches(':focus-visible')) show(); });
  canvas.addEventListener('blur', () => plane.setCursor(null));
}
