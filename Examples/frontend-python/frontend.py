"""What the front end shows: each function returns the text to write."""


def show_hub(tab, badge, rows):
    lines = [f"[{tab}] {badge or 'nothing'} unread"]
    for unread, sender, subject, preview in rows:
        lines.append(f"{'*' if unread else ' '} {subject or preview or ''}")
    return "\n".join(lines) + "\n"


def present_post(subject, preview, lines):
    body = "\n".join(lines) if lines else preview or ""
    return f"\n{subject or ''}\n\n{body}\n"
