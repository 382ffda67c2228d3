# Made of kernels.mlir by regenerate.py:
#   mlir-opt kernels.mlir \
#       --convert-linalg-to-loops \
#       --convert-scf-to-cf \
#       --expand-strided-metadata \
#       --lower-affine \
#       --convert-complex-to-llvm \
#       --convert-arith-to-llvm \
#       --convert-index-to-llvm \
#       --convert-vector-to-llvm \
#       --finalize-memref-to-llvm \
#       --convert-cf-to-llvm \
#       --convert-func-to-llvm \
#       --reconcile-unrealized-casts |
#   mlir-translate --mlir-to-llvmir |
#   clang -Wno-override-module -O2 -fPIC -fno-asynchronous-unwind-tables -x ir -S -o - -
        .text
        .globl  axpy
        .p2align        4
        .type   axpy,@function
axpy:
        testq   %rcx, %rcx
        jle     .LBB0_12
        movq    8(%rsp), %rax
        cmpq    $8, %rcx
        jb      .LBB0_2
        leaq    (%rax,%rcx,4), %rdx
        leaq    (%rsi,%rcx,4), %rdi
        cmpq    %rdi, %rax
        setb    %dil
        cmpq    %rdx, %rsi
        setb    %dl
        testb   %dl, %dil
        je      .LBB0_5
.LBB0_2:
        xorl    %edx, %edx
.LBB0_8:
        movq    %rdx, %rdi
        orq     $1, %rdi
        testb   $1, %cl
        je      .LBB0_10
        movss   (%rsi,%rdx,4), %xmm1
        mulss   %xmm0, %xmm1
        addss   (%rax,%rdx,4), %xmm1
        movss   %xmm1, (%rax,%rdx,4)
        movq    %rdi, %rdx
.LBB0_10:
        cmpq    %rdi, %rcx
        je      .LBB0_12
        .p2align        4
.LBB0_11:
        movss   (%rsi,%rdx,4), %xmm1
        mulss   %xmm0, %xmm1
        addss   (%rax,%rdx,4), %xmm1
        movss   %xmm1, (%rax,%rdx,4)
        movss   4(%rsi,%rdx,4), %xmm1
        mulss   %xmm0, %xmm1
        addss   4(%rax,%rdx,4), %xmm1
        movss   %xmm1, 4(%rax,%rdx,4)
        addq    $2, %rdx
        cmpq    %rdx, %rcx
        jne     .LBB0_11
        jmp     .LBB0_12
.LBB0_5:
        movabsq $9223372036854775800, %rdx
        andq    %rcx, %rdx
        movaps  %xmm0, %xmm1
        shufps  $0, %xmm0, %xmm1
        xorl    %edi, %edi
        .p2align        4
.LBB0_6:
        movups  (%rsi,%rdi,4), %xmm2
        movups  16(%rsi,%rdi,4), %xmm3
        movups  (%rax,%rdi,4), %xmm4
        movups  16(%rax,%rdi,4), %xmm5
        mulps   %xmm1, %xmm2
        addps   %xmm4, %xmm2
        mulps   %xmm1, %xmm3
        addps   %xmm5, %xmm3
        movups  %xmm2, (%rax,%rdi,4)
        movups  %xmm3, 16(%rax,%rdi,4)
        addq    $8, %rdi
        cmpq    %rdi, %rdx
        jne     .LBB0_6
        cmpq    %rdx, %rcx
        jne     .LBB0_8
.LBB0_12:
        retq
.Lfunc_end0:
        .size   axpy, .Lfunc_end0-axpy
        .globl  _mlir_ciface_axpy
        .p2align        4
        .type   _mlir_ciface_axpy,@function
_mlir_ciface_axpy:
        movq    24(%rdi), %rax
        testq   %rax, %rax
        jle     .LBB1_12
        movq    8(%rdi), %rcx
        movq    8(%rsi), %rdx
        cmpq    $8, %rax
        jb      .LBB1_2
        leaq    (%rdx,%rax,4), %rsi
        leaq    (%rcx,%rax,4), %rdi
        cmpq    %rdi, %rdx
        setb    %dil
        cmpq    %rsi, %rcx
        setb    %sil
        testb   %sil, %dil
        je      .LBB1_5
.LBB1_2:
        xorl    %esi, %esi
.LBB1_8:
        movq    %rsi, %rdi
        orq     $1, %rdi
        testb   $1, %al
        je      .LBB1_10
        movss   (%rcx,%rsi,4), %xmm1
        mulss   %xmm0, %xmm1
        addss   (%rdx,%rsi,4), %xmm1
        movss   %xmm1, (%rdx,%rsi,4)
        movq    %rdi, %rsi
.LBB1_10:
        cmpq    %rdi, %rax
        je      .LBB1_12
        .p2align        4
.LBB1_11:
        movss   (%rcx,%rsi,4), %xmm1
        mulss   %xmm0, %xmm1
        addss   (%rdx,%rsi,4), %xmm1
        movss   %xmm1, (%rdx,%rsi,4)
        movss   4(%rcx,%rsi,4), %xmm1
        mulss   %xmm0, %xmm1
        addss   4(%rdx,%rsi,4), %xmm1
        movss   %xmm1, 4(%rdx,%rsi,4)
        addq    $2, %rsi
        cmpq    %rsi, %rax
        jne     .LBB1_11
        jmp     .LBB1_12
.LBB1_5:
        movabsq $9223372036854775800, %rsi
        andq    %rax, %rsi
        movaps  %xmm0, %xmm1
        shufps  $0, %xmm0, %xmm1
        xorl    %edi, %edi
        .p2align        4
.LBB1_6:
        movups  (%rcx,%rdi,4), %xmm2
        movups  16(%rcx,%rdi,4), %xmm3
        movups  (%rdx,%rdi,4), %xmm4
        movups  16(%rdx,%rdi,4), %xmm5
        mulps   %xmm1, %xmm2
        addps   %xmm4, %xmm2
        mulps   %xmm1, %xmm3
        addps   %xmm5, %xmm3
        movups  %xmm2, (%rdx,%rdi,4)
        movups  %xmm3, 16(%rdx,%rdi,4)
        addq    $8, %rdi
        cmpq    %rdi, %rsi
        jne     .LBB1_6
        cmpq    %rsi, %rax
        jne     .LBB1_8
.LBB1_12:
        retq
.Lfunc_end1:
        .size   _mlir_ciface_axpy, .Lfunc_end1-_mlir_ciface_axpy
        .globl  matmul
        .p2align        4
        .type   matmul,@function
matmul:
        pushq   %rbp
        pushq   %r15
        pushq   %r14
        pushq   %r13
        pushq   %r12
        pushq   %rbx
        subq    $88, %rsp
        movq    %r9, %r15
        movq    %r8, %rbx
        movq    %rcx, %r12
        movq    %rdx, %r13
        movq    %rdi, 56(%rsp)
        movq    192(%rsp), %r14
        movq    %r8, %rdi
        imulq   %r14, %rdi
        shlq    $3, %rdi
        callq   malloc@PLT
        movq    %r14, %rcx
        movq    %rax, 16(%rsp)
        testq   %rbx, %rbx
        jle     .LBB2_25
        movq    %r13, 40(%rsp)
        movq    %r12, 48(%rsp)
        movq    200(%rsp), %r14
        movq    152(%rsp), %r13
        movabsq $9223372036854775804, %rbp
        leaq    (,%rcx,8), %rdx
        movl    %ebx, %esi
        andl    $3, %esi
        cmpq    $4, %rbx
        movq    %rbx, 80(%rsp)
        movq    %rdx, (%rsp)
        jae     .LBB2_3
        xorl    %ebx, %ebx
        jmp     .LBB2_8
.LBB2_3:
        andq    %rbp, %rbx
        movq    %rbx, 8(%rsp)
        leaq    (%rdx,%rdx,2), %rax
        movq    %rax, 72(%rsp)
        movq    %rcx, %rax
        shlq    $5, %rax
        movq    %rax, 32(%rsp)
        movq    %rcx, %rax
        shlq    $4, %rax
        movq    %rax, 64(%rsp)
        xorl    %ebx, %ebx
        movq    16(%rsp), %r12
        movq    %rsi, 24(%rsp)
        jmp     .LBB2_4
        .p2align        4
.LBB2_6:
        addq    $4, %rbx
        addq    32(%rsp), %r12
        cmpq    %rbx, 8(%rsp)
        je      .LBB2_7
.LBB2_4:
        testq   %rcx, %rcx
        jle     .LBB2_6
        movq    %r12, %rdi
        xorl    %esi, %esi
        movq    (%rsp), %rdx
        callq   memset@PLT
        movq    (%rsp), %rax
        leaq    (%r12,%rax), %rdi
        xorl    %esi, %esi
        movq    (%rsp), %rdx
        callq   memset@PLT
        movq    64(%rsp), %rax
        leaq    (%r12,%rax), %rdi
        xorl    %esi, %esi
        movq    (%rsp), %rdx
        callq   memset@PLT
        movq    72(%rsp), %rax
        leaq    (%r12,%rax), %rdi
        xorl    %esi, %esi
        movq    (%rsp), %rdx
        callq   memset@PLT
        movq    24(%rsp), %rsi
        movq    (%rsp), %rdx
        movq    192(%rsp), %rcx
        jmp     .LBB2_6
.LBB2_7:
        testq   %rsi, %rsi
        je      .LBB2_12
.LBB2_8:
        imulq   %rcx, %rbx
        movq    16(%rsp), %rax
        leaq    (%rax,%rbx,8), %r12
        jmp     .LBB2_9
        .p2align        4
.LBB2_11:
        addq    %rdx, %r12
        decq    %rsi
        je      .LBB2_12
.LBB2_9:
        testq   %rcx, %rcx
        jle     .LBB2_11
        movq    %r12, %rdi
        movq    %rsi, %rbx
        xorl    %esi, %esi
        movq    (%rsp), %rdx
        callq   memset@PLT
        movq    %rbx, %rsi
        movq    (%rsp), %rdx
        movq    192(%rsp), %rcx
        jmp     .LBB2_11
.LBB2_12:
        movq    48(%rsp), %rax
        movq    40(%rsp), %rdx
        leaq    (%rdx,%rax,8), %r9
        movq    176(%rsp), %rax
        movq    168(%rsp), %rdx
        leaq    (%rdx,%rax,8), %rax
        movq    %rax, (%rsp)
        addq    $2, %rbp
        andq    %r15, %rbp
        movq    144(%rsp), %rax
        leaq    (,%rax,8), %rax
        movq    %rax, 32(%rsp)
        movq    %r13, %rsi
        shlq    $4, %rsi
        movq    208(%rsp), %rax
        leaq    (,%rax,8), %rdi
        movq    %r14, %r8
        shlq    $4, %r8
        movq    $0, 8(%rsp)
        movq    %r9, 24(%rsp)
        jmp     .LBB2_13
        .p2align        4
.LBB2_24:
        movq    8(%rsp), %rdx
        incq    %rdx
        addq    32(%rsp), %r9
        movq    80(%rsp), %rbx
        movq    %rdx, 8(%rsp)
        cmpq    %rbx, %rdx
        je      .LBB2_25
.LBB2_13:
        testq   %rcx, %rcx
        jle     .LBB2_24
        movq    8(%rsp), %r10
        movq    %r10, %rax
        imulq   144(%rsp), %rax
        movq    24(%rsp), %rdx
        leaq    (%rdx,%rax,8), %r11
        movq    %r10, %rax
        imulq   %rcx, %rax
        movq    16(%rsp), %rdx
        leaq    (%rdx,%rax,8), %r12
        movq    (%rsp), %rdx
        xorl    %eax, %eax
        jmp     .LBB2_15
        .p2align        4
.LBB2_17:
        xorl    %ebx, %ebx
.LBB2_21:
        movapd  %xmm0, %xmm1
        movq    %rax, %rcx
        imulq   208(%rsp), %rcx
        movq    (%rsp), %r10
        leaq    (%r10,%rcx,8), %rcx
        movq    %rbx, %r10
        imulq   %r13, %r10
        movsd   (%r11,%r10,8), %xmm0
        imulq   %r14, %rbx
        mulsd   (%rcx,%rbx,8), %xmm0
        addsd   %xmm1, %xmm0
.LBB2_22:
        movsd   %xmm0, (%r12,%rax,8)
        movq    192(%rsp), %rcx
.LBB2_23:
        incq    %rax
        addq    %rdi, %rdx
        cmpq    %rcx, %rax
        je      .LBB2_24
.LBB2_15:
        testq   %r15, %r15
        jle     .LBB2_23
        movsd   (%r12,%rax,8), %xmm0
        cmpq    $1, %r15
        je      .LBB2_17
        movq    %rdx, %rcx
        movq    %r9, %r10
        xorl    %ebx, %ebx
        .p2align        4
.LBB2_19:
        movsd   (%r10), %xmm1
        mulsd   (%rcx), %xmm1
        addsd   %xmm0, %xmm1
        movsd   (%r10,%r13,8), %xmm0
        mulsd   (%rcx,%r14,8), %xmm0
        addsd   %xmm1, %xmm0
        addq    $2, %rbx
        addq    %rsi, %r10
        addq    %r8, %rcx
        cmpq    %rbx, %rbp
        jne     .LBB2_19
        testb   $1, %r15b
        jne     .LBB2_21
        jmp     .LBB2_22
.LBB2_25:
        movq    56(%rsp), %rax
        movq    %rcx, 40(%rax)
        movq    %rcx, 32(%rax)
        movq    %rbx, 24(%rax)
        movq    16(%rsp), %rcx
        movq    %rcx, 8(%rax)
        movq    %rcx, (%rax)
        movq    $1, 48(%rax)
        movq    $0, 16(%rax)
        addq    $88, %rsp
        popq    %rbx
        popq    %r12
        popq    %r13
        popq    %r14
        popq    %r15
        popq    %rbp
        retq
.Lfunc_end2:
        .size   matmul, .Lfunc_end2-matmul
        .globl  _mlir_ciface_matmul
        .p2align        4
        .type   _mlir_ciface_matmul,@function
_mlir_ciface_matmul:
        pushq   %rbp
        pushq   %r15
        pushq   %r14
        pushq   %r13
        pushq   %r12
        pushq   %rbx
        subq    $120, %rsp
        movq    %rdi, 96(%rsp)
        movq    8(%rsi), %r15
        movq    16(%rsi), %rax
        movq    %rax, 88(%rsp)
        movq    24(%rsi), %r12
        movq    32(%rsi), %rbx
        movq    40(%rsi), %rax
        movq    %rax, 48(%rsp)
        movq    48(%rsi), %r14
        movq    8(%rdx), %rax
        movq    %rax, 80(%rsp)
        movq    16(%rdx), %rax
        movq    %rax, 72(%rsp)
        movq    32(%rdx), %rbp
        movq    40(%rdx), %r13
        movq    48(%rdx), %rax
        movq    %rax, 56(%rsp)
        movq    %r12, %rdi
        imulq   %rbp, %rdi
        shlq    $3, %rdi
        callq   malloc@PLT
        movq    %rax, 16(%rsp)
        testq   %r12, %r12
        jle     .LBB3_25
        movq    %r15, 64(%rsp)
        movabsq $9223372036854775804, %r15
        leaq    (,%rbp,8), %rcx
        movl    %r12d, %edx
        andl    $3, %edx
        cmpq    $4, %r12
        movq    %r12, 112(%rsp)
        jae     .LBB3_3
        xorl    %esi, %esi
        jmp     .LBB3_8
.LBB3_3:
        andq    %r15, %r12
        movq    %r12, (%rsp)
        leaq    (%rcx,%rcx,2), %rax
        movq    %rax, 32(%rsp)
        movq    %rbp, %rax
        shlq    $5, %rax
        movq    %rax, 40(%rsp)
        movq    %rbp, %rax
        shlq    $4, %rax
        movq    %rax, 104(%rsp)
        xorl    %esi, %esi
        movq    16(%rsp), %r12
        movq    %rdx, 8(%rsp)
        jmp     .LBB3_4
        .p2align        4
.LBB3_6:
        addq    $4, %rsi
        addq    40(%rsp), %r12
        cmpq    %rsi, (%rsp)
        je      .LBB3_7
.LBB3_4:
        testq   %rbp, %rbp
        jle     .LBB3_6
        movq    %r12, %rdi
        movq    %rsi, 24(%rsp)
        xorl    %esi, %esi
        leaq    (,%rbp,8), %rdx
        callq   memset@PLT
        leaq    (,%rbp,8), %rax
        leaq    (%r12,%rax), %rdi
        xorl    %esi, %esi
        leaq    (,%rbp,8), %rdx
        callq   memset@PLT
        movq    104(%rsp), %rax
        leaq    (%r12,%rax), %rdi
        xorl    %esi, %esi
        leaq    (,%rbp,8), %rdx
        callq   memset@PLT
        movq    32(%rsp), %rax
        leaq    (%r12,%rax), %rdi
        xorl    %esi, %esi
        leaq    (,%rbp,8), %rdx
        callq   memset@PLT
        movq    24(%rsp), %rsi
        movq    8(%rsp), %rdx
        leaq    (,%rbp,8), %rcx
        jmp     .LBB3_6
.LBB3_7:
        testq   %rdx, %rdx
        je      .LBB3_12
.LBB3_8:
        imulq   %rbp, %rsi
        movq    16(%rsp), %rax
        leaq    (%rax,%rsi,8), %r12
        jmp     .LBB3_9
        .p2align        4
.LBB3_11:
        addq    %rcx, %r12
        decq    %rdx
        je      .LBB3_12
.LBB3_9:
        testq   %rbp, %rbp
        jle     .LBB3_11
        movq    %r12, %rdi
        xorl    %esi, %esi
        movq    %rdx, 8(%rsp)
        leaq    (,%rbp,8), %rdx
        callq   memset@PLT
        movq    8(%rsp), %rdx
        leaq    (,%rbp,8), %rcx
        jmp     .LBB3_11
.LBB3_12:
        movq    64(%rsp), %rax
        movq    88(%rsp), %rcx
        leaq    (%rax,%rcx,8), %rdi
        movq    80(%rsp), %rax
        movq    72(%rsp), %rcx
        leaq    (%rax,%rcx,8), %rax
        movq    %rax, 24(%rsp)
        addq    $2, %r15
        andq    %rbx, %r15
        movq    48(%rsp), %rax
        leaq    (,%rax,8), %rax
        movq    %rax, 40(%rsp)
        movq    %r14, %rsi
        shlq    $4, %rsi
        movq    56(%rsp), %rax
        leaq    (,%rax,8), %rax
        movq    %rax, 8(%rsp)
        movq    %r13, %r8
        shlq    $4, %r8
        movq    $0, (%rsp)
        movq    %rdi, 32(%rsp)
        jmp     .LBB3_13
        .p2align        4
.LBB3_24:
        movq    (%rsp), %rcx
        incq    %rcx
        addq    40(%rsp), %rdi
        movq    112(%rsp), %r12
        movq    %rcx, (%rsp)
        cmpq    %r12, %rcx
        je      .LBB3_25
.LBB3_13:
        testq   %rbp, %rbp
        jle     .LBB3_24
        movq    (%rsp), %rdx
        movq    %rdx, %rax
        imulq   48(%rsp), %rax
        movq    32(%rsp), %rcx
        leaq    (%rcx,%rax,8), %r11
        movq    %rdx, %rax
        imulq   %rbp, %rax
        movq    16(%rsp), %rcx
        leaq    (%rcx,%rax,8), %r12
        movq    24(%rsp), %rdx
        xorl    %eax, %eax
        jmp     .LBB3_15
        .p2align        4
.LBB3_17:
        xorl    %r9d, %r9d
.LBB3_21:
        movapd  %xmm0, %xmm1
        movq    %rax, %rcx
        imulq   56(%rsp), %rcx
        movq    24(%rsp), %r10
        leaq    (%r10,%rcx,8), %rcx
        movq    %r9, %r10
        imulq   %r14, %r10
        movsd   (%r11,%r10,8), %xmm0
        imulq   %r13, %r9
        mulsd   (%rcx,%r9,8), %xmm0
        addsd   %xmm1, %xmm0
.LBB3_22:
        movsd   %xmm0, (%r12,%rax,8)
.LBB3_23:
        incq    %rax
        addq    8(%rsp), %rdx
        cmpq    %rbp, %rax
        je      .LBB3_24
.LBB3_15:
        testq   %rbx, %rbx
        jle     .LBB3_23
        movsd   (%r12,%rax,8), %xmm0
        cmpq    $1, %rbx
        je      .LBB3_17
        movq    %rdx, %rcx
        movq    %rdi, %r10
        xorl    %r9d, %r9d
        .p2align        4
.LBB3_19:
        movsd   (%r10), %xmm1
        mulsd   (%rcx), %xmm1
        addsd   %xmm0, %xmm1
        movsd   (%r10,%r14,8), %xmm0
        mulsd   (%rcx,%r13,8), %xmm0
        addsd   %xmm1, %xmm0
        addq    $2, %r9
        addq    %rsi, %r10
        addq    %r8, %rcx
        cmpq    %r9, %r15
        jne     .LBB3_19
        testb   $1, %bl
        jne     .LBB3_21
        jmp     .LBB3_22
.LBB3_25:
        movq    96(%rsp), %rax
        movq    16(%rsp), %rcx
        movq    %rcx, (%rax)
        movq    %rcx, 8(%rax)
        movq    $0, 16(%rax)
        movq    %r12, 24(%rax)
        movq    %rbp, 32(%rax)
        movq    %rbp, 40(%rax)
        movq    $1, 48(%rax)
        addq    $120, %rsp
        popq    %rbx
        popq    %r12
        popq    %r13
        popq    %r14
        popq    %r15
        popq    %rbp
        retq
.Lfunc_end3:
        .size   _mlir_ciface_matmul, .Lfunc_end3-_mlir_ciface_matmul
        .globl  extremes
        .p2align        4
        .type   extremes,@function
extremes:
        movss   (%rsi), %xmm0
        cmpq    $2, %rcx
        jl      .LBB4_1
        jne     .LBB4_4
        movl    $1, %edi
        xorl    %edx, %edx
        movaps  %xmm0, %xmm1
        xorl    %eax, %eax
        jmp     .LBB4_7
.LBB4_1:
        xorl    %eax, %eax
        movaps  %xmm0, %xmm1
        xorl    %edx, %edx
        retq
.LBB4_4:
        decq    %rcx
        movq    %rcx, %r8
        andq    $-2, %r8
        movl    $1, %edi
        xorl    %edx, %edx
        movaps  %xmm0, %xmm1
        xorl    %eax, %eax
        .p2align        4
.LBB4_5:
        movss   (%rsi,%rdi,4), %xmm2
        ucomiss %xmm2, %xmm0
        cmovaq  %rdi, %rax
        ucomiss %xmm1, %xmm2
        movaps  %xmm2, %xmm3
        cmovaq  %rdi, %rdx
        minss   %xmm0, %xmm3
        movss   4(%rsi,%rdi,4), %xmm0
        ucomiss %xmm0, %xmm3
        leaq    1(%rdi), %r9
        cmovaq  %r9, %rax
        maxss   %xmm1, %xmm2
        ucomiss %xmm2, %xmm0
        movaps  %xmm0, %xmm1
        cmovaq  %r9, %rdx
        minss   %xmm3, %xmm0
        maxss   %xmm2, %xmm1
        addq    $2, %rdi
        cmpq    %r8, %r9
        jne     .LBB4_5
        testb   $1, %cl
        je      .LBB4_8
.LBB4_7:
        movaps  %xmm0, %xmm2
        movaps  %xmm1, %xmm3
        movss   (%rsi,%rdi,4), %xmm1
        ucomiss %xmm1, %xmm0
        cmovaq  %rdi, %rax
        ucomiss %xmm3, %xmm1
        movaps  %xmm1, %xmm0
        minss   %xmm2, %xmm0
        maxss   %xmm3, %xmm1
        cmovaq  %rdi, %rdx
.LBB4_8:
        retq
.Lfunc_end4:
        .size   extremes, .Lfunc_end4-extremes
        .globl  _mlir_ciface_extremes
        .p2align        4
        .type   _mlir_ciface_extremes,@function
_mlir_ciface_extremes:
        movq    8(%rsi), %rdx
        movq    24(%rsi), %r8
        movss   (%rdx), %xmm0
        cmpq    $2, %r8
        jl      .LBB5_1
        jne     .LBB5_4
        movl    $1, %esi
        xorl    %eax, %eax
        movaps  %xmm0, %xmm1
        xorl    %ecx, %ecx
        jmp     .LBB5_7
.LBB5_1:
        xorl    %ecx, %ecx
        movaps  %xmm0, %xmm1
        xorl    %eax, %eax
        jmp     .LBB5_8
.LBB5_4:
        decq    %r8
        movq    %r8, %r9
        andq    $-2, %r9
        movl    $1, %esi
        xorl    %eax, %eax
        movaps  %xmm0, %xmm1
        xorl    %ecx, %ecx
        .p2align        4
.LBB5_5:
        movss   (%rdx,%rsi,4), %xmm2
        ucomiss %xmm2, %xmm0
        cmovaq  %rsi, %rcx
        ucomiss %xmm1, %xmm2
        movaps  %xmm2, %xmm3
        cmovaq  %rsi, %rax
        minss   %xmm0, %xmm3
        movss   4(%rdx,%rsi,4), %xmm0
        ucomiss %xmm0, %xmm3
        leaq    1(%rsi), %r10
        cmovaq  %r10, %rcx
        maxss   %xmm1, %xmm2
        ucomiss %xmm2, %xmm0
        movaps  %xmm0, %xmm1
        cmovaq  %r10, %rax
        minss   %xmm3, %xmm0
        maxss   %xmm2, %xmm1
        addq    $2, %rsi
        cmpq    %r9, %r10
        jne     .LBB5_5
        testb   $1, %r8b
        je      .LBB5_8
.LBB5_7:
        movaps  %xmm0, %xmm2
        movaps  %xmm1, %xmm3
        movss   (%rdx,%rsi,4), %xmm1
        ucomiss %xmm1, %xmm0
        cmovaq  %rsi, %rcx
        ucomiss %xmm3, %xmm1
        movaps  %xmm1, %xmm0
        minss   %xmm2, %xmm0
        maxss   %xmm3, %xmm1
        cmovaq  %rsi, %rax
.LBB5_8:
        movq    %rax, 24(%rdi)
        movss   %xmm1, 16(%rdi)
        movq    %rcx, 8(%rdi)
        movss   %xmm0, (%rdi)
        retq
.Lfunc_end5:
        .size   _mlir_ciface_extremes, .Lfunc_end5-_mlir_ciface_extremes
        .globl  every_other
        .p2align        4
        .type   every_other,@function
every_other:
        movq    %rdi, %rax
        leaq    -1(%r8), %rdi
        shrq    %rdi
        incq    %rdi
        xorl    %r10d, %r10d
        cmpq    $1, %r8
        movq    16(%rsp), %r8
        movq    8(%rsp), %r11
        cmovaeq %rdi, %r10
        addq    %r11, %r11
        movq    %r8, 48(%rax)
        movq    %r11, 40(%rax)
        movq    %r9, 32(%rax)
        movq    %rcx, 16(%rax)
        movq    %rdx, 8(%rax)
        movq    %rsi, (%rax)
        movq    %r10, 24(%rax)
        retq
.Lfunc_end6:
        .size   every_other, .Lfunc_end6-every_other
        .globl  _mlir_ciface_every_other
        .p2align        4
        .type   _mlir_ciface_every_other,@function
_mlir_ciface_every_other:
        movq    24(%rsi), %rax
        leaq    -1(%rax), %rcx
        shrq    %rcx
        incq    %rcx
        xorl    %edx, %edx
        cmpq    $1, %rax
        movq    16(%rsi), %rax
        movq    32(%rsi), %r8
        movq    40(%rsi), %r9
        movq    48(%rsi), %r10
        cmovaeq %rcx, %rdx
        addq    %r9, %r9
        movups  (%rsi), %xmm0
        movups  %xmm0, (%rdi)
        movq    %rax, 16(%rdi)
        movq    %rdx, 24(%rdi)
        movq    %r8, 32(%rdi)
        movq    %r9, 40(%rdi)
        movq    %r10, 48(%rdi)
        retq
.Lfunc_end7:
        .size   _mlir_ciface_every_other, .Lfunc_end7-_mlir_ciface_every_other
        .globl  sum_bf16
        .p2align        4
        .type   sum_bf16,@function
sum_bf16:
        pushq   %r15
        pushq   %r14
        pushq   %r12
        pushq   %rbx
        pushq   %rax
        testq   %rcx, %rcx
        jle     .LBB8_1
        movq    %rcx, %r14
        movq    %rsi, %rbx
        movl    %r14d, %r15d
        andl    $7, %r15d
        cmpq    $8, %rcx
        jae     .LBB8_4
        pxor    %xmm0, %xmm0
        xorl    %r12d, %r12d
        jmp     .LBB8_7
.LBB8_1:
        pxor    %xmm0, %xmm0
        jmp     .LBB8_9
.LBB8_4:
        movabsq $9223372036854775800, %rax
        andq    %rax, %r14
        pxor    %xmm0, %xmm0
        xorl    %r12d, %r12d
        .p2align        4
.LBB8_5:
        movzwl  (%rbx,%r12,2), %eax
        shll    $16, %eax
        movl    %eax, 4(%rsp)
        callq   __truncsfbf2@PLT
        pextrw  $0, %xmm0, %eax
        shll    $16, %eax
        movd    %eax, %xmm0
        addss   4(%rsp), %xmm0
        callq   __truncsfbf2@PLT
        pextrw  $0, %xmm0, %eax
        shll    $16, %eax
        movd    %eax, %xmm1
        movzwl  2(%rbx,%r12,2), %eax
        shll    $16, %eax
        movd    %eax, %xmm0
        addss   %xmm1, %xmm0
        callq   __truncsfbf2@PLT
        pextrw  $0, %xmm0, %eax
        shll    $16, %eax
        movd    %eax, %xmm1
        movzwl  4(%rbx,%r12,2), %eax
        shll    $16, %eax
        movd    %eax, %xmm0
        addss   %xmm1, %xmm0
        callq   __truncsfbf2@PLT
        pextrw  $0, %xmm0, %eax
        shll    $16, %eax
        movd    %eax, %xmm1
        movzwl  6(%rbx,%r12,2), %eax
        shll    $16, %eax
        movd    %eax, %xmm0
        addss   %xmm1, %xmm0
        callq   __truncsfbf2@PLT
        pextrw  $0, %xmm0, %eax
        shll    $16, %eax
        movd    %eax, %xmm1
        movzwl  8(%rbx,%r12,2), %eax
        shll    $16, %eax
        movd    %eax, %xmm0
        addss   %xmm1, %xmm0
        callq   __truncsfbf2@PLT
        pextrw  $0, %xmm0, %eax
        shll    $16, %eax
        movd    %eax, %xmm1
        movzwl  10(%rbx,%r12,2), %eax
        shll    $16, %eax
        movd    %eax, %xmm0
        addss   %xmm1, %xmm0
        callq   __truncsfbf2@PLT
        pextrw  $0, %xmm0, %eax
        shll    $16, %eax
        movd    %eax, %xmm1
        movzwl  12(%rbx,%r12,2), %eax
        shll    $16, %eax
        movd    %eax, %xmm0
        addss   %xmm1, %xmm0
        callq   __truncsfbf2@PLT
        pextrw  $0, %xmm0, %eax
        shll    $16, %eax
        movd    %eax, %xmm1
        movzwl  14(%rbx,%r12,2), %eax
        shll    $16, %eax
        movd    %eax, %xmm0
        addss   %xmm1, %xmm0
        callq   __truncsfbf2@PLT
        pextrw  $0, %xmm0, %eax
        shll    $16, %eax
        movd    %eax, %xmm0
        addq    $8, %r12
        cmpq    %r12, %r14
        jne     .LBB8_5
        testq   %r15, %r15
        je      .LBB8_9
.LBB8_7:
        leaq    (%rbx,%r12,2), %rbx
        xorl    %r14d, %r14d
        .p2align        4
.LBB8_8:
        movzwl  (%rbx,%r14,2), %eax
        shll    $16, %eax
        movl    %eax, 4(%rsp)
        callq   __truncsfbf2@PLT
        pextrw  $0, %xmm0, %eax
        shll    $16, %eax
        movd    %eax, %xmm0
        addss   4(%rsp), %xmm0
        callq   __truncsfbf2@PLT
        pextrw  $0, %xmm0, %eax
        shll    $16, %eax
        movd    %eax, %xmm0
        incq    %r14
        cmpq    %r14, %r15
        jne     .LBB8_8
.LBB8_9:
        callq   __truncsfbf2@PLT
        addq    $8, %rsp
        popq    %rbx
        popq    %r12
        popq    %r14
        popq    %r15
        retq
.Lfunc_end8:
        .size   sum_bf16, .Lfunc_end8-sum_bf16
        .globl  _mlir_ciface_sum_bf16
        .p2align        4
        .type   _mlir_ciface_sum_bf16,@function
_mlir_ciface_sum_bf16:
        pushq   %r15
        pushq   %r14
        pushq   %r12
        pushq   %rbx
        pushq   %rax
        movq    24(%rdi), %r15
        testq   %r15, %r15
        jle     .LBB9_1
        movq    8(%rdi), %r14
        movl    %r15d, %ebx
        andl    $7, %ebx
        cmpq    $8, %r15
        jae     .LBB9_4
        pxor    %xmm0, %xmm0
        xorl    %r12d, %r12d
        jmp     .LBB9_7
.LBB9_1:
        pxor    %xmm0, %xmm0
        jmp     .LBB9_9
.LBB9_4:
        movabsq $9223372036854775800, %rax
        andq    %rax, %r15
        pxor    %xmm0, %xmm0
        xorl    %r12d, %r12d
        .p2align        4
.LBB9_5:
        movzwl  (%r14,%r12,2), %eax
        shll    $16, %eax
        movl    %eax, 4(%rsp)
        callq   __truncsfbf2@PLT
        pextrw  $0, %xmm0, %eax
        shll    $16, %eax
        movd    %eax, %xmm0
        addss   4(%rsp), %xmm0
        callq   __truncsfbf2@PLT
        pextrw  $0, %xmm0, %eax
        shll    $16, %eax
        movd    %eax, %xmm1
        movzwl  2(%r14,%r12,2), %eax
        shll    $16, %eax
        movd    %eax, %xmm0
        addss   %xmm1, %xmm0
        callq   __truncsfbf2@PLT
        pextrw  $0, %xmm0, %eax
        shll    $16, %eax
        movd    %eax, %xmm1
        movzwl  4(%r14,%r12,2), %eax
        shll    $16, %eax
        movd    %eax, %xmm0
        addss   %xmm1, %xmm0
        callq   __truncsfbf2@PLT
        pextrw  $0, %xmm0, %eax
        shll    $16, %eax
        movd    %eax, %xmm1
        movzwl  6(%r14,%r12,2), %eax
        shll    $16, %eax
        movd    %eax, %xmm0
        addss   %xmm1, %xmm0
        callq   __truncsfbf2@PLT
        pextrw  $0, %xmm0, %eax
        shll    $16, %eax
        movd    %eax, %xmm1
        movzwl  8(%r14,%r12,2), %eax
        shll    $16, %eax
        movd    %eax, %xmm0
        addss   %xmm1, %xmm0
        callq   __truncsfbf2@PLT
        pextrw  $0, %xmm0, %eax
        shll    $16, %eax
        movd    %eax, %xmm1
        movzwl  10(%r14,%r12,2), %eax
        shll    $16, %eax
        movd    %eax, %xmm0
        addss   %xmm1, %xmm0
        callq   __truncsfbf2@PLT
        pextrw  $0, %xmm0, %eax
        shll    $16, %eax
        movd    %eax, %xmm1
        movzwl  12(%r14,%r12,2), %eax
        shll    $16, %eax
        movd    %eax, %xmm0
        addss   %xmm1, %xmm0
        callq   __truncsfbf2@PLT
        pextrw  $0, %xmm0, %eax
        shll    $16, %eax
        movd    %eax, %xmm1
        movzwl  14(%r14,%r12,2), %eax
        shll    $16, %eax
        movd    %eax, %xmm0
        addss   %xmm1, %xmm0
        callq   __truncsfbf2@PLT
        pextrw  $0, %xmm0, %eax
        shll    $16, %eax
        movd    %eax, %xmm0
        addq    $8, %r12
        cmpq    %r12, %r15
        jne     .LBB9_5
        testq   %rbx, %rbx
        je      .LBB9_9
.LBB9_7:
        leaq    (%r14,%r12,2), %r14
        xorl    %r15d, %r15d
        .p2align        4
.LBB9_8:
        movzwl  (%r14,%r15,2), %eax
        shll    $16, %eax
        movl    %eax, 4(%rsp)
        callq   __truncsfbf2@PLT
        pextrw  $0, %xmm0, %eax
        shll    $16, %eax
        movd    %eax, %xmm0
        addss   4(%rsp), %xmm0
        callq   __truncsfbf2@PLT
        pextrw  $0, %xmm0, %eax
        shll    $16, %eax
        movd    %eax, %xmm0
        incq    %r15
        cmpq    %r15, %rbx
        jne     .LBB9_8
.LBB9_9:
        callq   __truncsfbf2@PLT
        addq    $8, %rsp
        popq    %rbx
        popq    %r12
        popq    %r14
        popq    %r15
        retq
.Lfunc_end9:
        .size   _mlir_ciface_sum_bf16, .Lfunc_end9-_mlir_ciface_sum_bf16
        .globl  transpose_into
        .p2align        4
        .type   transpose_into,@function
transpose_into:
        .cfi_startproc
        subq    $152, %rsp
        .cfi_def_cfa_offset 160
        movq    216(%rsp), %rax
        movups  200(%rsp), %xmm0
        movups  184(%rsp), %xmm1
        movups  168(%rsp), %xmm2
        movq    160(%rsp), %r10
        movq    %rdi, 40(%rsp)
        movq    %rsi, 48(%rsp)
        movq    %rdx, 56(%rsp)
        movq    %r8, 64(%rsp)
        movq    %rcx, 72(%rsp)
        movq    %r10, 80(%rsp)
        movq    %r9, 88(%rsp)
        movups  %xmm2, 96(%rsp)
        movups  %xmm1, 112(%rsp)
        movups  %xmm0, 128(%rsp)
        movq    %rax, 144(%rsp)
        movq    $2, 24(%rsp)
        leaq    40(%rsp), %rax
        movq    %rax, 32(%rsp)
        movq    $2, 8(%rsp)
        leaq    96(%rsp), %rax
        movq    %rax, 16(%rsp)
        leaq    24(%rsp), %rsi
        leaq    8(%rsp), %rdx
        movl    $4, %edi
        callq   memrefCopy@PLT
        addq    $152, %rsp
        .cfi_def_cfa_offset 8
        retq
.Lfunc_end10:
        .size   transpose_into, .Lfunc_end10-transpose_into
        .cfi_endproc
        .globl  _mlir_ciface_transpose_into
        .p2align        4
        .type   _mlir_ciface_transpose_into,@function
_mlir_ciface_transpose_into:
        .cfi_startproc
        subq    $152, %rsp
        .cfi_def_cfa_offset 160
        movq    16(%rdi), %rax
        movq    48(%rsi), %rcx
        movups  (%rdi), %xmm0
        movaps  %xmm0, 96(%rsp)
        movq    %rax, 112(%rsp)
        movdqu  24(%rdi), %xmm0
        pshufd  $78, %xmm0, %xmm0
        movdqu  %xmm0, 120(%rsp)
        movdqu  40(%rdi), %xmm0
        pshufd  $78, %xmm0, %xmm0
        movdqu  %xmm0, 136(%rsp)
        movups  (%rsi), %xmm0
        movaps  %xmm0, 32(%rsp)
        movups  16(%rsi), %xmm0
        movaps  %xmm0, 48(%rsp)
        movups  32(%rsi), %xmm0
        movaps  %xmm0, 64(%rsp)
        movq    %rcx, 80(%rsp)
        movq    $2, 16(%rsp)
        leaq    96(%rsp), %rax
        movq    %rax, 24(%rsp)
        movq    $2, (%rsp)
        leaq    32(%rsp), %rax
        movq    %rax, 8(%rsp)
        leaq    16(%rsp), %rsi
        movq    %rsp, %rdx
        movl    $4, %edi
        callq   memrefCopy@PLT
        addq    $152, %rsp
        .cfi_def_cfa_offset 8
        retq
.Lfunc_end11:
        .size   _mlir_ciface_transpose_into, .Lfunc_end11-_mlir_ciface_transpose_into
        .cfi_endproc
        .globl  map_in_place
        .p2align        4
        .type   map_in_place,@function
map_in_place:
        .cfi_startproc
        testq   %rcx, %rcx
        jle     .LBB12_4
        pushq   %r15
        .cfi_def_cfa_offset 16
        pushq   %r14
        .cfi_def_cfa_offset 24
        pushq   %rbx
        .cfi_def_cfa_offset 32
        .cfi_offset %rbx, -32
        .cfi_offset %r14, -24
        .cfi_offset %r15, -16
        movq    %rcx, %rbx
        movq    %rsi, %r14
        xorl    %r15d, %r15d
        .p2align        4
.LBB12_2:
        movsd   (%r14,%r15,8), %xmm0
        movq    %r15, %rdi
        callq   _mlir_ciface_callback@PLT
        movsd   %xmm0, (%r14,%r15,8)
        incq    %r15
        cmpq    %r15, %rbx
        jne     .LBB12_2
        popq    %rbx
        .cfi_def_cfa_offset 24
        popq    %r14
        .cfi_def_cfa_offset 16
        popq    %r15
        .cfi_def_cfa_offset 8
        .cfi_restore %rbx
        .cfi_restore %r14
        .cfi_restore %r15
.LBB12_4:
        retq
.Lfunc_end12:
        .size   map_in_place, .Lfunc_end12-map_in_place
        .cfi_endproc
        .globl  _mlir_ciface_map_in_place
        .p2align        4
        .type   _mlir_ciface_map_in_place,@function
_mlir_ciface_map_in_place:
        .cfi_startproc
        pushq   %r15
        .cfi_def_cfa_offset 16
        pushq   %r14
        .cfi_def_cfa_offset 24
        pushq   %rbx
        .cfi_def_cfa_offset 32
        .cfi_offset %rbx, -32
        .cfi_offset %r14, -24
        .cfi_offset %r15, -16
        movq    24(%rdi), %r14
        testq   %r14, %r14
        jle     .LBB13_3
        movq    8(%rdi), %r15
        xorl    %ebx, %ebx
        .p2align        4
.LBB13_2:
        movsd   (%r15,%rbx,8), %xmm0
        movq    %rbx, %rdi
        callq   _mlir_ciface_callback@PLT
        movsd   %xmm0, (%r15,%rbx,8)
        incq    %rbx
        cmpq    %rbx, %r14
        jne     .LBB13_2
.LBB13_3:
        popq    %rbx
        .cfi_def_cfa_offset 24
        popq    %r14
        .cfi_def_cfa_offset 16
        popq    %r15
        .cfi_def_cfa_offset 8
        retq
.Lfunc_end13:
        .size   _mlir_ciface_map_in_place, .Lfunc_end13-_mlir_ciface_map_in_place
        .cfi_endproc
        .globl  square
        .p2align        4
        .type   square,@function
square:
        movapd  %xmm1, %xmm2
        mulsd   %xmm0, %xmm1
        mulsd   %xmm0, %xmm0
        mulsd   %xmm2, %xmm2
        subsd   %xmm2, %xmm0
        addsd   %xmm1, %xmm1
        retq
.Lfunc_end14:
        .size   square, .Lfunc_end14-square
        .globl  _mlir_ciface_square
        .p2align        4
        .type   _mlir_ciface_square,@function
_mlir_ciface_square:
        movapd  %xmm1, %xmm2
        mulsd   %xmm0, %xmm1
        mulsd   %xmm0, %xmm0
        mulsd   %xmm2, %xmm2
        subsd   %xmm2, %xmm0
        addsd   %xmm1, %xmm1
        movsd   %xmm0, (%rdi)
        movsd   %xmm1, 8(%rdi)
        retq
.Lfunc_end15:
        .size   _mlir_ciface_square, .Lfunc_end15-_mlir_ciface_square
        .section        ".note.GNU-stack","",@progbits
        .section .tvmlike.signatures,"",@progbits
        .ascii "{\n"
        .ascii " \"namespace\": \"mlir_kernels\",\n"
        .ascii " \"functions\": [\n"
        .ascii "  {\n"
        .ascii "   \"name\": \"axpy\",\n"
        .ascii "   \"symbol\": \"axpy\",\n"
        .ascii "   \"signature\": \"(%a: f32, %x: memref<?xf32> {llvm.readonly}, %y: memref<?xf32>) -> ()\",\n"
        .ascii "   \"doc\": \"y := a x + y.\"\n"
        .ascii "  },\n"
        .ascii "  {\n"
        .ascii "   \"name\": \"matmul\",\n"
        .ascii "   \"symbol\": \"matmul\",\n"
        .ascii "   \"signature\": \"(%a: memref<?x?xf64, strided<[?, ?], offset: ?>> {llvm.readonly}, %b: memref<?x?xf64, strided<[?, ?], offset: ?>> {llvm.readonly}) -> memref<?x?xf64>\",\n"
        .ascii "   \"doc\": \"The product of two matrices of any strides, as a new matrix.\"\n"
        .ascii "  },\n"
        .ascii "  {\n"
        .ascii "   \"name\": \"extremes\",\n"
        .ascii "   \"symbol\": \"extremes\",\n"
        .ascii "   \"signature\": \"(%x: memref<?xf32> {llvm.readonly}) -> (f32, index, f32, index)\",\n"
        .ascii "   \"doc\": \"The smallest and the largest element, and where they are: four results of three types.\"\n"
        .ascii "  },\n"
        .ascii "  {\n"
        .ascii "   \"name\": \"every_other\",\n"
        .ascii "   \"symbol\": \"every_other\",\n"
        .ascii "   \"signature\": \"(%m: memref<?x?xi32, strided<[?, ?], offset: ?>>) -> memref<?x?xi32, strided<[?, ?], offset: ?>>\",\n"
        .ascii "   \"doc\": \"Every other row: a view of the argument's own memory, no copy.\"\n"
        .ascii "  },\n"
        .ascii "  {\n"
        .ascii "   \"name\": \"sum_bf16\",\n"
        .ascii "   \"symbol\": \"sum_bf16\",\n"
        .ascii "   \"signature\": \"(%x: memref<?xbf16> {llvm.readonly}) -> bf16\",\n"
        .ascii "   \"doc\": \"Sums in bfloat16, which rounds after each step: the host supplies the rounding where the C library has none.\"\n"
        .ascii "  },\n"
        .ascii "  {\n"
        .ascii "   \"name\": \"transpose_into\",\n"
        .ascii "   \"symbol\": \"transpose_into\",\n"
        .ascii "   \"signature\": \"(%a: memref<?x?xf32, strided<[?, ?], offset: ?>> {llvm.readonly}, %b: memref<?x?xf32, strided<[?, ?], offset: ?>>) -> ()\",\n"
        .ascii "   \"doc\": \"Copies between strided arrays: `memref.copy` is a call of the host's memrefCopy.\"\n"
        .ascii "  },\n"
        .ascii "  {\n"
        .ascii "   \"name\": \"map_in_place\",\n"
        .ascii "   \"symbol\": \"map_in_place\",\n"
        .ascii "   \"signature\": \"(%x: memref<?xf64>) -> ()\",\n"
        .ascii "   \"doc\": \"Replaces each element by what a function of the host's makes of it and of its position.\"\n"
        .ascii "  },\n"
        .ascii "  {\n"
        .ascii "   \"name\": \"square\",\n"
        .ascii "   \"symbol\": \"square\",\n"
        .ascii "   \"signature\": \"(%z: complex<f64>) -> complex<f64>\",\n"
        .ascii "   \"doc\": \"The square of a complex number.\"\n"
        .ascii "  }\n"
        .ascii " ]\n"
        .ascii "}\n"
